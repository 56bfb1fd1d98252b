import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { RenameDialog } from '../../parts/rename-dialog.js';
import { buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/form.js';
import { Menu, MenuItem } from '../../ui/menu.js';
import type { IntegrationProps } from './integration-state.js';

export function IntegrationMenu({ projectId, integration, actions }: IntegrationProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { remove } = actions;
  const navigate = useNavigate();
  function leave(): void {
    toast('Integration deleted');
    void navigate({ to: '/projects/$projectId/integrations', params: { projectId } });
  }
  return (
    <>
      <Menu
        label="More actions"
        trigger={<Ellipsis aria-hidden className="size-4" />}
        triggerClass={buttonClass('plain', 'medium', 'px-2!')}
        align="end"
      >
        <MenuItem onSelect={() => setOpen('rename')}>
          <Pencil aria-hidden className="size-4 text-ink-faint" />
          Rename
        </MenuItem>
        <MenuItem className="text-bad" onSelect={() => setOpen('delete')}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </MenuItem>
      </Menu>
      {open === 'rename' && (
        <RenameDialog
          name={integration.name}
          title="Rename integration"
          confirm="Rename"
          send={(edit) => actions.update.mutateAsync(edit)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete “${integration.name}”?`}
        confirm="Delete integration"
        change={remove}
        onConfirm={() => remove.mutate(undefined, { onSuccess: leave })}
      >
        <p>Its token stops working immediately. Everything it reported stays in the project.</p>
        <p>
          Remove the webhook in the tool too; otherwise it keeps sending requests that are refused. To stop
          temporarily, pause the integration instead.
        </p>
      </ConfirmDialog>
    </>
  );
}
