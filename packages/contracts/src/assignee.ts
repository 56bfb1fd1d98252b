import Type from 'typebox';
import { integerField, nullableField } from './body-fields.js';
import { type Codec, codec, type Refusal } from './codec.js';
import type { Parameter } from './parameters.js';

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
  const refusal = invalidAssignee(ASSIGNEE_FORMAT, `assignee must be ${ASSIGNEE_FORMAT}.`);
  const assignee = codec(Type.String({ pattern: ASSIGNEE }), refusal, readAssignee);
  return { ...assignee, description: `Only tasks of this assignee: ${ASSIGNEE_FORMAT}.` };
}

const ASSIGNEE = '^(handle:[a-z0-9-]{1,50}|user:[0-9]+)$';

function readAssignee(text: unknown): Assignee | undefined {
  const [, handle, user] = /^(?:handle:([a-z0-9-]{1,50})|user:([0-9]{1,20}))$/.exec(String(text)) ?? [];
  if (handle !== undefined) return { handle };
  return user === undefined ? undefined : { userId: Math.min(Number(user), MAX_USER_ID) };
}

const refusal = invalidAssignee(ASSIGNEE_FIELDS_FORMAT, `The assignee must be ${ASSIGNEE_FIELDS_FORMAT}.`);

/** `assignee_handle` of a task; null clears it. */
export function handleField(): Codec<string | null> {
  const handle = codec(Type.String({ pattern: HANDLE_PATTERN }), refusal, (value) =>
    typeof value === 'string' && HANDLE.test(value) ? value : undefined,
  );
  return nullableField(handle);
}

/** `user_id` of a task; null clears it. The handler checks that the user is a member. */
export function userIdField(): Codec<number | null> {
  return nullableField(integerField(1, MAX_USER_ID, refusal));
}
