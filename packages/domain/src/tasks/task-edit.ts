import type { Priority, TaskState, TaskType } from '@slipway/contracts';
import { canonicalJson } from '../json/canonical-json.js';

/** The fields of a task that clients can write. */
export interface TaskContent {
  readonly title: string;
  readonly description: string;
  readonly state: TaskState;
  readonly taskType: TaskType;
  readonly priority: Priority;
  /** An agent's label; never set together with `userId`. */
  readonly assigneeHandle: string | null;
  readonly userId: number | null;
  readonly labels: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The fields that an edit sets; undefined leaves a field unchanged. */
export type TaskEdit = { readonly [K in keyof TaskContent]: TaskContent[K] | undefined } & {
  /** Appended to the edited description on a new line. */
  readonly descriptionAppend?: string | undefined;
};

export const NEW_TASK: TaskContent = {
  title: '',
  description: '',
  state: 'to_do',
  taskType: 'feature',
  priority: 'medium',
  assigneeHandle: null,
  userId: null,
  labels: [],
  metadata: {},
};

/** The task after the edit. Setting one kind of assignee clears the other. */
export function editTask(task: TaskContent, edit: TaskEdit): TaskContent {
  return {
    title: edit.title ?? task.title,
    description: append(edit.description ?? task.description, edit.descriptionAppend),
    state: edit.state ?? task.state,
    taskType: edit.taskType ?? task.taskType,
    priority: edit.priority ?? task.priority,
    assigneeHandle: pick(edit.assigneeHandle, isSet(edit.userId) ? null : task.assigneeHandle),
    userId: pick(edit.userId, isSet(edit.assigneeHandle) ? null : task.userId),
    labels: edit.labels ?? task.labels,
    metadata: edit.metadata ?? task.metadata,
  };
}

export function isSameTask(one: TaskContent, other: TaskContent): boolean {
  const names = Object.keys(NEW_TASK) as (keyof TaskContent)[];
  return names.every((name) => canonicalJson(one[name]) === canonicalJson(other[name]));
}

function isSet(assignee: string | number | null | undefined): boolean {
  return assignee !== undefined && assignee !== null;
}

/** Null is a value: it clears the field. */
function pick<T>(edited: T | undefined, otherwise: T): T {
  return edited === undefined ? otherwise : edited;
}

function append(description: string, text: string | undefined): string {
  if (text === undefined) return description;
  return description === '' || description.endsWith('\n') ? description + text : `${description}\n${text}`;
}
