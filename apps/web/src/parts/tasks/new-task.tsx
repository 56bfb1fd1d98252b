import type { Task } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type TaskEdit, useTaskCreation } from '../../data/tasks.js';
import { toTask } from '../../routing/records.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, inputClass, TextField } from '../../ui/field.js';
import { Form, FormError } from '../../ui/form.js';
import { AssigneePicker, LabelPicker, PriorityPicker, StatePicker, TypePicker } from './task-pickers.js';

interface NewTaskProps {
  readonly projectId: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What the form contains at first. */
  readonly initial?: TaskEdit;
}

type Draft = Required<TaskEdit>;

const EMPTY: Draft = {
  title: '',
  description: '',
  state: 'to_do',
  task_type: 'feature',
  priority: 'medium',
  assignee_handle: null,
  user_id: null,
  labels: [],
};

/** The dialog that creates a task. */
export function NewTask({ projectId, open, onOpenChange, initial }: NewTaskProps) {
  const navigate = useNavigate();
  const empty = { ...EMPTY, ...initial };
  const [draft, setDraft] = useState<Draft>(empty);
  const edit = (change: TaskEdit) => setDraft((before) => ({ ...before, ...change }));
  const creation = useTaskCreation(projectId, ({ id }) => {
    setDraft(empty);
    onOpenChange(false);
    void navigate(toTask(projectId, id));
  });
  function submit(): void {
    const { assignee_handle: handle, user_id: userId, ...rest } = draft;
    creation.mutate({
      ...rest,
      title: draft.title.trim(),
      ...(handle !== null && { assignee_handle: handle }),
      ...(userId !== null && { user_id: userId }),
    });
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New task">
      <Form error={creation.error} onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Title"
          name="title"
          required
          maxLength={255}
          value={draft.title}
          onChange={(event) => edit({ title: event.target.value })}
        />
        <Field label="Description" name="description" hint="Keys such as HARB-12 link the task to tracker items.">
          {(ids) => (
            <textarea
              {...ids}
              rows={5}
              value={draft.description}
              onChange={(event) => edit({ description: event.target.value })}
              className={`${inputClass} h-auto py-1.5`}
            />
          )}
        </Field>
        <DraftProperties task={{ ...draft, project_id: projectId }} onEdit={edit} />
        <FormError error={creation.error} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button look="primary" type="submit" disabled={creation.isPending || draft.title.trim() === ''}>
            Create task
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface DraftPropertiesProps {
  readonly task: Draft & Pick<Task, 'project_id'>;
  readonly onEdit: (edit: TaskEdit) => void;
}

function DraftProperties(props: DraftPropertiesProps) {
  return (
    <div className="grid grid-cols-2 gap-2 [&>*]:rounded-md [&>*]:border [&>*]:border-line">
      <StatePicker {...props} />
      <PriorityPicker {...props} />
      <TypePicker {...props} />
      <AssigneePicker {...props} />
      <span className="col-span-2">
        <LabelPicker {...props} />
      </span>
    </div>
  );
}
