import type { Task } from '@slipway/contracts';
import { CliError } from '../cli-error.js';

/** The assignee of a task in the format of the API's filter. */
export function describeAssignee({ user_id, assignee_handle }: Pick<Task, 'user_id' | 'assignee_handle'>): string {
  if (user_id !== null) return `user:${user_id}`;
  return assignee_handle === null ? '' : `handle:${assignee_handle}`;
}

/** The task fields that `--assignee` sets; `none` clears the assignee. */
export function readAssignee(written: string | undefined): {
  readonly assignee_handle?: string | null;
  readonly user_id?: number | null;
} {
  if (written === undefined) return {};
  if (written === 'none') return { assignee_handle: null, user_id: null };
  const [, kind, value = ''] = /^(handle|user):(.+)$/.exec(written) ?? [];
  if (kind === 'handle') return { assignee_handle: value };
  if (kind === 'user' && /^[0-9]+$/.test(value)) return { user_id: Number(value) };
  throw new CliError(`"${written}" is not an assignee.`, {
    hint: 'Expected: handle:<agent-handle>, user:<user id> or none.',
  });
}
