import type { ReactNode } from 'react';
import { type FormChange, useForm } from '../data/form.js';
import { TextField } from '../ui/field.js';
import { DialogButton, FormDialog } from '../ui/form.js';

interface DeleteByNameProps
  extends Pick<FormChange<{ name: string }, unknown>, 'send' | 'refresh' | 'message' | 'after'> {
  readonly name: string;
  readonly title: string;
  readonly label: string;
  readonly children: ReactNode;
}

export function DeleteByName({ name, title, label, children, ...change }: DeleteByNameProps) {
  return (
    <DialogButton look="danger" label={label}>
      {(close) => (
        <NameDialog name={name} title={title} label={label} onClose={close} {...change}>
          {children}
        </NameDialog>
      )}
    </DialogButton>
  );
}

function NameDialog({
  name,
  title,
  label,
  children,
  onClose,
  ...change
}: DeleteByNameProps & { onClose(): void }) {
  const form = useForm({ name: '' }, change);
  return (
    <FormDialog
      form={form}
      title={title}
      confirm={label}
      look="danger"
      isDisabled={form.values.name.trim() !== name}
      onClose={onClose}
    >
      <div className="flex flex-col gap-3 text-sm text-ink-soft">
        {children}
        <TextField label={`Type “${name}” to confirm`} autoComplete="off" {...form.register('name')} />
      </div>
    </FormDialog>
  );
}
