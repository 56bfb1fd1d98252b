import { PRIORITIES, TASK_STATES, TASK_TYPES } from '@slipway/contracts';
import { CliError } from '../cli-error.js';
import { type JsonObject, parseJsonObject } from '../json-object.js';
import { readAssignee } from './assignee.js';

/** Options of the commands that write tasks. */
export const TASK_OPTIONS = {
  description: { kind: 'text', short: 'd', description: 'what needs to be done; - reads it from standard input' },
  state: { kind: 'text', short: 's', description: 'the state', value: 'state', choices: TASK_STATES },
  type: { kind: 'text', short: 't', description: 'the type', value: 'type', choices: TASK_TYPES },
  priority: { kind: 'text', description: 'the priority', value: 'priority', choices: PRIORITIES },
  assignee: { kind: 'text', short: 'a', description: 'handle:<agent-handle>, user:<user id> or none' },
  label: { kind: 'list', short: 'l', description: 'labels; replace the existing ones' },
  metadata: { kind: 'text', description: 'a JSON object; replaces the existing one', value: 'json' },
} as const;

interface TaskInput {
  readonly description: string | undefined;
  readonly state: (typeof TASK_STATES)[number] | undefined;
  readonly type: (typeof TASK_TYPES)[number] | undefined;
  readonly priority: (typeof PRIORITIES)[number] | undefined;
  readonly assignee: string | undefined;
  readonly label: readonly string[] | undefined;
  readonly metadata: string | undefined;
}

/** The fields of a task that a command line sets; the others are left out. */
export async function readTaskFields(input: TaskInput, readAll: () => Promise<string>) {
  const { state, type, priority, label, metadata } = input;
  const description = input.description === '-' ? (await readAll()).trimEnd() : input.description;
  return {
    ...(description === undefined ? {} : { description }),
    ...(state === undefined ? {} : { state }),
    ...(type === undefined ? {} : { task_type: type }),
    ...(priority === undefined ? {} : { priority }),
    ...(label === undefined ? {} : { labels: label.filter((name) => name !== '') }),
    ...(metadata === undefined ? {} : { metadata: readObject(metadata) }),
    ...readAssignee(input.assignee),
  };
}

function readObject(text: string): JsonObject {
  const value = parseJsonObject(text);
  if (value === null) throw new CliError('--metadata must be a JSON object.');
  return value;
}
