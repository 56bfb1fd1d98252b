import type { SavedView } from '@slipway/contracts';
import { Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useViewChanges, type ViewPlace } from '../../data/views.js';
import { buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/form.js';
import { menuClass, menuItemClass } from '../../ui/menu.js';
import { sharingGroup, ViewDialog } from './view-dialog.js';

interface ViewMenuProps {
  readonly place: ViewPlace;
  readonly view: SavedView;
}

/** What can be done with the chosen view: its owner renames and shares it; owners of the account delete shared ones. */
export function ViewMenu({ place, view }: ViewMenuProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { edit, remove } = useViewChanges(place);
  const group = sharingGroup(place);
  const close = () => setOpen(null);
  return (
    <>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger className={buttonClass('quiet', 'small')} aria-label={`Actions for “${view.name}”`}>
          <Ellipsis aria-hidden className="size-3.5" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="start" sideOffset={4} className={menuClass}>
            {view.is_own && (
              <>
                <DropdownMenu.Item className={menuItemClass} onSelect={() => setOpen('rename')}>
                  <Pencil aria-hidden className="size-4" />
                  Rename
                </DropdownMenu.Item>
                <DropdownMenu.Item
                  className={menuItemClass}
                  onSelect={() => edit.mutate({ id: view.id, is_shared: !view.is_shared })}
                >
                  {view.is_shared ? (
                    <Lock aria-hidden className="size-4" />
                  ) : (
                    <Users aria-hidden className="size-4" />
                  )}
                  {view.is_shared ? 'Stop sharing' : `Share with the ${group}`}
                </DropdownMenu.Item>
              </>
            )}
            <DropdownMenu.Item className={menuItemClass} onSelect={() => setOpen('delete')}>
              <Trash2 aria-hidden className="size-4" />
              Delete
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <ViewDialog
        place={place}
        view={view}
        filters={view.filters}
        open={open === 'rename'}
        onOpenChange={close}
        title="Rename view"
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete “${view.name}”?`}
        confirm="Delete view"
        change={remove}
        onConfirm={() => remove.mutate(view)}
      >
        <p>
          {view.is_shared
            ? `Everyone in the ${group} loses this view. The list itself does not change.`
            : 'The list itself does not change.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
