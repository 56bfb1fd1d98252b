import type { Task } from '@slipway/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createTask } from '../../data/api.js';
import { call } from '../../data/call.js';
import { useForm } from '../../data/form.js';
import type { TaskEdit } from '../../data/tasks.js';
import { toTask } from '../../routing/records.js';
import { Dialog } from '../../ui/dialog.js';
import { TextArea, TextField } from '../../ui/field.js';
import { DialogButtons, Form } from '../../ui/form.js';
import { AssigneePicker, LabelPicker, PriorityPicker, StatePicker, TypePicker } from './task-pickers.js';

interface NewTaskProps {
  readonly projectId: number;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
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

export function NewTask({ projectId, open, onOpenChange, initial }: NewTaskProps) {
  const navigate = useNavigate();
  const [empty] = useState<Draft>({ ...EMPTY, ...initial });
  const form = useForm(empty, {
    send: ({ assignee_handle: handle, user_id: userId, title, ...rest }) =>
      call(createTask, {
        params: { project_id: projectId },
        body: {
          ...rest,
          title: title.trim(),
          ...(handle !== null && { assignee_handle: handle }),
          ...(userId !== null && { user_id: userId }),
        },
        idempotencyKey: crypto.randomUUID(),
      }),
    refresh: [['task', projectId]],
    resets: true,
    after({ id }) {
      onOpenChange(false);
      void navigate(toTask(projectId, id));
    },
  });
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="New task">
      <Form form={form}>
        <TextField label="Title" required maxLength={255} {...form.register('title')} />
        <TextArea
          label="Description"
          hint="Keys such as HARB-12 link the task to tracker items."
          rows={5}
          {...form.register('description')}
        />
        <DraftProperties task={{ ...form.values, project_id: projectId }} onEdit={form.set} />
        <DialogButtons confirm="Create task" isDisabled={form.values.title.trim() === ''} onCancel={close} />
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
