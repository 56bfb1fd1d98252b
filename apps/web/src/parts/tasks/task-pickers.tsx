import type { Task } from '@slipway/contracts';
import { Bot, CircleUser, Tag, UserX } from 'lucide-react';
import { useProjectPeople } from '../../data/people.js';
import type { TaskEdit } from '../../data/tasks.js';
import { Picker, type PickerOption } from '../../ui/picker.js';
import { StatusIcon } from '../../ui/status.js';
import { Assignee, Labels, PriorityIcon, TypeIcon } from './task-card.js';
import { PRIORITIES, priorityLabel, STATES, stateLabel, TYPES, typeLabel } from './task-words.js';

/** Labels seen on tasks during this visit, for the picker to offer. */
const LABELS = new Set<string>();

export function rememberLabels(tasks: readonly { readonly labels: readonly string[] }[]): void {
  for (const { labels } of tasks) for (const label of labels) LABELS.add(label);
}

function knownLabels(labels: Iterable<string>): string[] {
  return [...new Set(labels)].toSorted((a, b) => a.localeCompare(b));
}

interface TaskPickerProps {
  readonly task: Pick<
    Task,
    'project_id' | 'state' | 'priority' | 'task_type' | 'assignee_handle' | 'user_id' | 'labels'
  >;
  readonly onEdit: (edit: TaskEdit) => void;
  /** Shows only the icon, for rows and cards. */
  readonly compact?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

const roomy = 'min-h-7 w-full px-1.5 py-0.5 text-sm';

export function StatePicker({ task, onEdit, compact, disabled }: TaskPickerProps) {
  return (
    <Picker
      name="state"
      label={`State: ${stateLabel(task.state)}`}
      options={() =>
        STATES.map(([value, label]) => ({ value, label, icon: <StatusIcon state={value} label={label} /> }))
      }
      selected={[task.state]}
      onPick={(state) => onEdit({ state: state as Task['state'] })}
      {...pickerLook({ compact, disabled })}
    >
      <StatusIcon state={task.state} label={stateLabel(task.state)} />
      {!compact && stateLabel(task.state)}
    </Picker>
  );
}

export function PriorityPicker({ task, onEdit, compact, disabled }: TaskPickerProps) {
  return (
    <Picker
      name="priority"
      label={`Priority: ${priorityLabel(task.priority)}`}
      options={() =>
        PRIORITIES.map(([value, label]) => ({ value, label, icon: <PriorityIcon priority={value} /> }))
      }
      selected={[task.priority]}
      onPick={(priority) => onEdit({ priority: priority as Task['priority'] })}
      {...pickerLook({ compact, disabled })}
    >
      <PriorityIcon priority={task.priority} />
      {!compact && priorityLabel(task.priority)}
    </Picker>
  );
}

export function TypePicker({ task, onEdit, compact, disabled }: TaskPickerProps) {
  return (
    <Picker
      name="type"
      label={`Type: ${typeLabel(task.task_type)}`}
      options={() => TYPES.map(([value, label]) => ({ value, label, icon: <TypeIcon type={value} /> }))}
      selected={[task.task_type]}
      onPick={(type) => onEdit({ task_type: type as Task['task_type'] })}
      {...pickerLook({ compact, disabled })}
    >
      <TypeIcon type={task.task_type} />
      {!compact && typeLabel(task.task_type)}
    </Picker>
  );
}

const HANDLE = /^@?([a-z0-9-]{1,50})$/;

/** Members by name, agents by handle. A handle that no task has yet can be typed. */
export function AssigneePicker({ task, onEdit, compact, disabled }: TaskPickerProps) {
  const { people, handles, nameOf } = useProjectPeople(task.project_id);
  const options = (): PickerOption[] => [
    { value: '', label: 'Unassigned', icon: <UserX aria-hidden className="size-4 text-ink-faint" /> },
    ...people.map(({ user_id: id, name }) => ({
      value: `user:${id}`,
      label: name,
      group: 'Members',
      icon: <CircleUser aria-hidden className="size-4 text-ink-faint" />,
    })),
    ...handles.map(agentOption),
  ];
  return (
    <Picker
      name="assignee"
      label="Assignee"
      options={options}
      selected={[assigneeValue(task)]}
      create={(typed) => {
        const handle = HANDLE.exec(typed)?.[1];
        return handle === undefined ? null : { ...agentOption(handle), label: `Assign to agent @${handle}` };
      }}
      onPick={(value) => onEdit(assigneeEdit(value))}
      {...pickerLook({ compact, disabled })}
    >
      <Assignee handle={task.assignee_handle} name={nameOf(task.user_id)} />
    </Picker>
  );
}

const agentOption = (handle: string): PickerOption => ({
  value: `handle:${handle}`,
  label: `@${handle}`,
  group: 'Agents',
  icon: <Bot aria-hidden className="size-4 text-ink-faint" />,
});

function assigneeValue({ user_id: id, assignee_handle: handle }: TaskPickerProps['task']): string {
  if (handle !== null) return `handle:${handle}`;
  return id === null ? '' : `user:${id}`;
}

function assigneeEdit(value: string): TaskEdit {
  if (value.startsWith('user:')) return { user_id: Number(value.slice('user:'.length)), assignee_handle: null };
  if (value.startsWith('handle:')) return { user_id: null, assignee_handle: value.slice('handle:'.length) };
  return { user_id: null, assignee_handle: null };
}

const MAX_LABEL = 100;

export function LabelPicker({ task, onEdit, compact, disabled }: TaskPickerProps) {
  const label = (value: string): PickerOption => ({
    value,
    label: value,
    icon: <Tag aria-hidden className="size-4 text-ink-faint" />,
  });
  const toggle = (value: string) =>
    onEdit({
      labels: task.labels.includes(value) ? task.labels.filter((each) => each !== value) : [...task.labels, value],
    });
  return (
    <Picker
      name="labels"
      label="Labels"
      multiple
      options={() => knownLabels([...task.labels, ...LABELS]).map(label)}
      selected={task.labels}
      create={(typed) => (typed.length > MAX_LABEL ? null : { ...label(typed), label: `New label “${typed}”` })}
      onPick={toggle}
      {...pickerLook({ compact, disabled })}
    >
      {task.labels.length === 0 ? (
        <span className="text-ink-faint">No labels</span>
      ) : (
        <span className="flex flex-wrap gap-1">
          <Labels labels={task.labels} max={compact ? 3 : task.labels.length} />
        </span>
      )}
    </Picker>
  );
}

function pickerLook({ compact = false, disabled = false }: Pick<TaskPickerProps, 'compact' | 'disabled'>) {
  return { disabled, quietFocus: compact, className: compact ? 'p-0.5' : roomy };
}
