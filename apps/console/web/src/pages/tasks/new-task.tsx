import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTaskCreation } from '../../data/tasks.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Field, inputClass, Select, TextField } from '../../ui/field.js';
import { describeError } from '../../ui/states.js';
import { PRIORITIES, TYPES } from './task-words.js';

interface NewTaskProps {
  readonly projectId: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** The dialog that creates a task. */
export function NewTask({ projectId, open, onOpenChange }: NewTaskProps) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const creation = useTaskCreation(projectId, ({ id }) => {
    setTitle('');
    onOpenChange(false);
    void navigate({ to: `/projects/${projectId}/tasks/${id}` });
  });
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    creation.mutate({
      title: title.trim(),
      description: String(form.get('description')),
      task_type: String(form.get('task_type')) as 'feature',
      priority: String(form.get('priority')) as 'medium',
    });
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New task">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextField
          label="Title"
          required
          maxLength={255}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          error={creation.error ? describeError(creation.error).detail : undefined}
        />
        <Field label="Description">
          {(ids) => <textarea {...ids} name="description" rows={5} className={`${inputClass} h-auto py-1.5`} />}
        </Field>
        <div className="flex gap-4">
          <Field label="Type">
            {(ids) => <Select {...ids} name="task_type" defaultValue="feature" options={TYPES} />}
          </Field>
          <Field label="Priority">
            {(ids) => <Select {...ids} name="priority" defaultValue="medium" options={PRIORITIES} />}
          </Field>
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button look="primary" type="submit" disabled={creation.isPending || title.trim() === ''}>
            Create task
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
