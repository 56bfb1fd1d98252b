import type { BodyFieldsOf } from '@slipway/client';
import type { createTask, updateTask } from '@slipway/contracts';
import type { Option } from '../define-command.js';
import { readAssignee } from './assignee.js';
import { bodyOptions, readBody, type Wordings } from './body-options.js';

type TaskBody = (typeof createTask | typeof updateTask)['body'];

const WORDINGS: Wordings<typeof updateTask.body> = {
  title: { short: 'T' },
  description: { short: 'd', note: '; - reads it from standard input' },
  state: { short: 's' },
  task_type: { name: 'type', short: 't' },
  assignee_handle: null,
  user_id: null,
  labels: { name: 'label', short: 'l' },
  metadata: { value: 'json' },
  description_append: { name: 'append' },
};

/** The options of a command that writes a task: one for each field, and one for either kind of assignee. */
export function taskOptions(body: TaskBody): Readonly<Record<string, Option>> {
  return {
    ...bodyOptions(body, WORDINGS),
    assignee: { kind: 'text', short: 'a', description: 'handle:<agent-handle>, user:<user id> or none' },
  };
}

/** The fields of a task that a command line sets. */
export async function readTask<B extends TaskBody>(
  body: B,
  { assignee, ...input }: Readonly<Record<string, unknown>>,
  readAll: () => Promise<string>,
): Promise<BodyFieldsOf<B>> {
  const description = input['description'] === '-' ? (await readAll()).trimEnd() : input['description'];
  const written = readBody(body, WORDINGS, { ...input, description });
  return { ...written, ...readAssignee(assignee as string | undefined) };
}
