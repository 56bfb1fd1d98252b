import type { ConsoleIntegrationDetail } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { toast } from 'sonner';
import { useForm } from '../../data/form.js';
import type { IntegrationActions } from '../../data/integrations.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Form, Submit } from '../../ui/form.js';
import { menuClass, menuItemClass } from '../../ui/menu.js';

interface IntegrationMenuProps {
  readonly projectId: number;
  readonly integration: ConsoleIntegrationDetail;
  readonly actions: IntegrationActions;
}

/** Rarely used actions on an integration: rename and delete. */
export function IntegrationMenu({ projectId, integration, actions }: IntegrationMenuProps) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger aria-label="More actions" className={buttonClass('plain', 'medium', 'px-2!')}>
          <Ellipsis aria-hidden className="size-4" />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={4} className={menuClass}>
            <DropdownMenu.Item className={menuItemClass} onSelect={() => setOpen('rename')}>
              <Pencil aria-hidden className="size-4 text-ink-faint" />
              Rename
            </DropdownMenu.Item>
            <DropdownMenu.Item className={`${menuItemClass} text-bad`} onSelect={() => setOpen('delete')}>
              <Trash2 aria-hidden className="size-4" />
              Delete
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <Dialog open={open === 'rename'} onOpenChange={close} title="Rename integration">
        <RenameForm integration={integration} actions={actions} onDone={close} />
      </Dialog>
      <Dialog
        open={open === 'delete'}
        onOpenChange={close}
        title={`Delete “${integration.name}”?`}
        description="Its token stops working immediately. Everything it reported stays in the project."
      >
        <DeleteForm projectId={projectId} actions={actions} onCancel={close} />
      </Dialog>
    </>
  );
}

interface RenameFormProps extends Pick<IntegrationMenuProps, 'integration' | 'actions'> {
  readonly onDone: () => void;
}

function RenameForm({ integration, actions: { update }, onDone }: RenameFormProps) {
  const form = useForm(
    { name: integration.name },
    { send: ({ name }) => update.mutateAsync({ name: name.trim() }), after: onDone },
  );
  return (
    <Form form={form}>
      <TextField label="Name" required maxLength={100} {...form.register('name')} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Submit look="primary" disabled={form.values.name.trim() === ''}>
          Rename
        </Submit>
      </div>
    </Form>
  );
}

interface DeleteFormProps extends Pick<IntegrationMenuProps, 'projectId' | 'actions'> {
  readonly onCancel: () => void;
}

function DeleteForm({ projectId, actions: { remove }, onCancel }: DeleteFormProps) {
  const navigate = useNavigate();
  function confirm(): void {
    remove.mutate(undefined, {
      onSuccess: () => {
        toast('Integration deleted');
        void navigate({ to: '/projects/$projectId/integrations', params: { projectId } });
      },
    });
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-soft">
        Remove the webhook in the tool too; otherwise it keeps sending requests that are refused. To stop
        temporarily, pause the integration instead.
      </p>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="danger" onClick={confirm} disabled={remove.isPending}>
          Delete integration
        </Button>
      </div>
    </div>
  );
}
