import type { SavedView } from '@slipway/contracts';
import { useId, useState } from 'react';
import { useViewChanges, type ViewPlace } from '../../data/views.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';

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
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(false);
  const change = view === undefined ? save : edit;
  function submit(): void {
    const done = { onSuccess: onDone };
    if (view === undefined) save.mutate({ name: name.trim(), is_shared: isShared, filters }, done);
    else edit.mutate({ id: view.id, name: name.trim() }, done);
  }
  return (
    <Form error={change.error} onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        label="Name"
        name="name"
        placeholder={place.list === 'builds' ? 'Broken on main' : undefined}
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {view === undefined && <ShareChoice place={place} isShared={isShared} onChange={setShared} />}
      <FormError error={change.error} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" look="primary" disabled={change.isPending || name.trim() === ''}>
          Save
        </Button>
      </div>
    </Form>
  );
}

/** Who sees a shared view: the word in “Share with the …”. */
export function sharingGroup({ projectId }: ViewPlace): 'project' | 'account' {
  return projectId === null ? 'account' : 'project';
}

interface ShareChoiceProps {
  readonly place: ViewPlace;
  readonly isShared: boolean;
  onChange(isShared: boolean): void;
}

function ShareChoice({ place, isShared, onChange }: ShareChoiceProps) {
  const hint = useId();
  const group = sharingGroup(place);
  return (
    <label className="flex items-start gap-2 text-sm">
      <input
        type="checkbox"
        aria-describedby={hint}
        className="mt-1 accent-accent"
        checked={isShared}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        Share with the {group}
        <span id={hint} className="block text-xs text-ink-faint">
          Everyone in the {group} sees the view. Only you can change it.
        </span>
      </span>
    </label>
  );
}
