import type { SavedView } from '@slipway/contracts';
import { Ellipsis, Lock, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../data/form.js';
import { useViewChanges, type ViewPlace } from '../../data/views.js';
import { buttonClass } from '../../ui/button.js';
import { Check, TextField } from '../../ui/field.js';
import { ConfirmDialog, FormDialog } from '../../ui/form.js';
import { Menu, MenuItem } from '../../ui/menu.js';

interface ViewDialogProps {
  readonly place: ViewPlace;
  readonly filters: SavedView['filters'];
  /** The view to rename; absent for a new one. */
  readonly view?: SavedView;
  onClose(): void;
}

export function ViewDialog({ place, filters, view, onClose }: ViewDialogProps) {
  const { save, edit } = useViewChanges(place);
  const form = useForm(
    { name: view?.name ?? '', is_shared: false },
    {
      send: ({ name, is_shared }): Promise<unknown> =>
        view === undefined
          ? save.mutateAsync({ name: name.trim(), is_shared, filters })
          : edit.mutateAsync({ id: view.id, name: name.trim() }),
      after: onClose,
    },
  );
  const group = sharingGroup(place);
  return (
    <FormDialog
      form={form}
      title={view === undefined ? 'Save view' : 'Rename view'}
      confirm="Save"
      isDisabled={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder={place.list === 'builds' ? 'Broken on main' : undefined}
        required
        maxLength={60}
        autoComplete="off"
        {...form.register('name')}
      />
      {view === undefined && (
        <Check
          label={`Share with the ${group}`}
          hint={`Everyone in the ${group} sees the view. Only you can change it.`}
          {...form.register('is_shared')}
        />
      )}
    </FormDialog>
  );
}

/** Who sees a shared view: the word in “Share with the …”. */
function sharingGroup({ projectId }: ViewPlace): 'project' | 'account' {
  return projectId === null ? 'account' : 'project';
}

export function ViewMenu({ place, view }: { readonly place: ViewPlace; readonly view: SavedView }) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const { edit, remove } = useViewChanges(place);
  const group = sharingGroup(place);
  const close = () => setOpen(null);
  return (
    <>
      <Menu
        label={`Actions for “${view.name}”`}
        trigger={<Ellipsis aria-hidden className="size-3.5" />}
        triggerClass={buttonClass('quiet', 'small')}
      >
        {view.is_own && (
          <>
            <MenuItem onSelect={() => setOpen('rename')}>
              <Pencil aria-hidden className="size-4" />
              Rename
            </MenuItem>
            <MenuItem onSelect={() => edit.mutate({ id: view.id, is_shared: !view.is_shared })}>
              {view.is_shared ? <Lock aria-hidden className="size-4" /> : <Users aria-hidden className="size-4" />}
              {view.is_shared ? 'Stop sharing' : `Share with the ${group}`}
            </MenuItem>
          </>
        )}
        <MenuItem onSelect={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && <ViewDialog place={place} view={view} filters={view.filters} onClose={close} />}
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
