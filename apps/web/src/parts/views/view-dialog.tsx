import type { SavedView } from '@slipway/contracts';
import { useForm } from '../../data/form.js';
import { useViewChanges, type ViewPlace } from '../../data/views.js';
import { Dialog } from '../../ui/dialog.js';
import { Check, TextField } from '../../ui/field.js';
import { DialogButtons, Form } from '../../ui/form.js';

interface ViewDialogProps {
  readonly place: ViewPlace;
  readonly title: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly filters: SavedView['filters'];
  /** The view to rename; absent for a new one. */
  readonly view?: SavedView;
}

/** Saves a view, or renames it. */
export function ViewDialog({ open, onOpenChange, title, ...rest }: ViewDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <ViewForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

interface ViewFormProps extends Pick<ViewDialogProps, 'place' | 'filters' | 'view'> {
  onDone(): void;
}

function ViewForm({ place, filters, view, onDone }: ViewFormProps) {
  const { save, edit } = useViewChanges(place);
  const form = useForm(
    { name: view?.name ?? '', is_shared: false },
    {
      send: ({ name, is_shared }): Promise<unknown> =>
        view === undefined
          ? save.mutateAsync({ name: name.trim(), is_shared, filters })
          : edit.mutateAsync({ id: view.id, name: name.trim() }),
      after: onDone,
    },
  );
  const group = sharingGroup(place);
  return (
    <Form form={form}>
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
      <DialogButtons confirm="Save" isDisabled={form.values.name.trim() === ''} onCancel={onDone} />
    </Form>
  );
}

/** Who sees a shared view: the word in “Share with the …”. */
export function sharingGroup({ projectId }: ViewPlace): 'project' | 'account' {
  return projectId === null ? 'account' : 'project';
}
