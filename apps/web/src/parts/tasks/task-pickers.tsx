import type { Task } from '@slipway/contracts';
import { Bot, CircleUser, Tag, UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProjectPeople } from '../../data/people.js';
import type { TaskEdit } from '../../data/tasks.js';
import { Picker, type PickerOption } from '../../ui/picker.js';
import { StatusIcon } from '../../ui/status.js';
import { Assignee, Labels, PriorityIcon, TypeIcon } from './task-card.js';
import { PRIORITIES, STATES, stateLabel, TYPES } from './task-words.js';

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
  readonly compact?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

const roomy = 'min-h-7 w-full px-1.5 py-0.5 text-sm';

interface ChoicePickerProps<Value extends string> extends TaskPickerProps {
  readonly name: string;
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, label: string])[];
  iconOf(value: Value): ReactNode;
  editOf(value: Value): TaskEdit;
}

function ChoicePicker<Value extends string>(props: ChoicePickerProps<Value>) {
  const { name, label, value, choices, iconOf, editOf, onEdit, compact } = props;
  const chosen = choices.find(([each]) => each === value)?.[1] ?? value;
  return (
    <Picker
      name={name}
      label={`${label}: ${chosen}`}
      options={() => choices.map(([each, text]) => ({ value: each, label: text, icon: iconOf(each) }))}
      selected={[value]}
      onPick={(picked) => onEdit(editOf(picked as Value))}
      {...pickerLook(props)}
    >
      {iconOf(value)}
      {!compact && chosen}
    </Picker>
  );
}

export function StatePicker(props: TaskPickerProps) {
  return (
    <ChoicePicker
      name="state"
      label="State"
      value={props.task.state}
      choices={STATES}
      iconOf={(state) => <StatusIcon state={state} label={stateLabel(state)} />}
      editOf={(state) => ({ state })}
      {...props}
    />
  );
}

export function PriorityPicker(props: TaskPickerProps) {
  return (
    <ChoicePicker
      name="priority"
      label="Priority"
      value={props.task.priority}
      choices={PRIORITIES}
      iconOf={(priority) => <PriorityIcon priority={priority} />}
      editOf={(priority) => ({ priority })}
      {...props}
    />
  );
}

export function TypePicker(props: TaskPickerProps) {
  return (
    <ChoicePicker
      name="type"
      label="Type"
      value={props.task.task_type}
      choices={TYPES}
      iconOf={(type) => <TypeIcon type={type} />}
      editOf={(type) => ({ task_type: type })}
      {...props}
    />
  );
}

const PICKER_KEYS: Readonly<Record<string, string>> = { s: 'state', p: 'priority', a: 'assignee', l: 'labels' };

/** Opens the picker that belongs to a key, inside an element. Returns whether there is one. */
export function openPicker(within: ParentNode | null, key: string): boolean {
  const name = PICKER_KEYS[key];
  if (name === undefined) return false;
  const button = within?.querySelector<HTMLElement>(`[data-picker="${name}"]`);
  button?.click();
  return button != null;
}

const HANDLE = /^@?([a-z0-9-]{1,50})$/;

/** Members by name, agents by handle. A handle that no task has yet can be typed. */
export function AssigneePicker(props: TaskPickerProps) {
  const { task, onEdit } = props;
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
      {...pickerLook(props)}
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

export function LabelPicker(props: TaskPickerProps) {
  const { task, onEdit, compact } = props;
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
      {...pickerLook(props)}
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
