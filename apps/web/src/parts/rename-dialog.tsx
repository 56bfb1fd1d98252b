import { type FormChange, useForm } from '../data/form.js';
import { TextField } from '../ui/field.js';
import { FormDialog } from '../ui/form.js';

type Name = { name: string };

interface RenameDialogProps
  extends Pick<FormChange<Name, unknown>, 'send' | 'refresh' | 'message'>,
    Readonly<Name> {
  readonly title: string;
  readonly confirm: string;
  onClose(): void;
}

export function RenameDialog({ name, title, confirm, onClose, send, ...change }: RenameDialogProps) {
  const form = useForm(
    { name },
    { ...change, send: (values) => send({ name: values.name.trim() }), after: onClose },
  );
  const isDisabled = form.values.name.trim() === '';
  return (
    <FormDialog form={form} title={title} confirm={confirm} isDisabled={isDisabled} onClose={onClose}>
      <TextField label="Name" required maxLength={100} {...form.register('name')} />
    </FormDialog>
  );
}
