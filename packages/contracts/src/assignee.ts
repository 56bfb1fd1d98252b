import Type from 'typebox';
import { type BodyField, checkedField } from './body.js';
import type { Parameter, Refusal } from './parameters.js';

/** A task's assignee: an agent by its handle, or a member by user id. */
export type Assignee = { readonly handle: string } | { readonly userId: number };

export const HANDLE_PATTERN = '^[a-z0-9-]{1,50}$';
const HANDLE = new RegExp(HANDLE_PATTERN);
const MAX_USER_ID = 2_147_483_647;

/** The expected format of the assignee filter. */
export const ASSIGNEE_FORMAT = 'handle:<agent-handle> or user:<numeric user id>';
/** The expected format of a task's assignee fields. */
export const ASSIGNEE_FIELDS_FORMAT =
  'assignee_handle matching [a-z0-9-]{1,50}, or user_id of a project member, not both';

/** The error for an unusable assignee; its body shows the expected format. */
export function invalidAssignee(expectedFormat: string, message: string): Refusal {
  return { code: 'invalid_assignee', message, extra: { expected_format: expectedFormat } };
}

/** The assignee filter. */
export function assigneeParameter(): Parameter<Assignee> {
  return {
    schema: Type.String({ pattern: '^(handle:[a-z0-9-]{1,50}|user:[0-9]+)$' }),
    description: `Only tasks of this assignee: ${ASSIGNEE_FORMAT}.`,
    read(raw) {
      const handle = raw.startsWith('handle:') ? raw.slice('handle:'.length) : null;
      if (handle !== null && HANDLE.test(handle)) return { value: { handle } };
      const user = /^user:([0-9]{1,20})$/.exec(raw)?.[1];
      if (user !== undefined) return { value: { userId: Math.min(Number(user), MAX_USER_ID) } };
      return { problem: invalidAssignee(ASSIGNEE_FORMAT, `assignee must be ${ASSIGNEE_FORMAT}.`) };
    },
  };
}

const problem = invalidAssignee(ASSIGNEE_FIELDS_FORMAT, `The assignee must be ${ASSIGNEE_FIELDS_FORMAT}.`);

/** `assignee_handle` of a task; null clears it. */
export function handleField(): BodyField<string | null> {
  return checkedField(
    Type.Union([Type.String({ pattern: HANDLE_PATTERN }), Type.Null()]),
    (value): value is string | null => value === null || (typeof value === 'string' && HANDLE.test(value)),
    problem,
  );
}

/** `user_id` of a task; null clears it. The handler checks that the user is a member. */
export function userIdField(): BodyField<number | null> {
  return checkedField(
    Type.Union([Type.Integer({ minimum: 1, maximum: MAX_USER_ID }), Type.Null()]),
    (value): value is number | null =>
      value === null || (Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_USER_ID),
    problem,
  );
}
