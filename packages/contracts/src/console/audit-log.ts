import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { CursorPagination, orNull, Timestamp } from '../fields.js';
import { cursorParameter, idParameter, limitParameter, textParameter } from '../parameters.js';

/** A settings change. */
export const AuditLogEntry = Type.Object({
  id: Type.Integer(),
  created_at: Timestamp,
  /** Null if no person made the change, as with a handshake. */
  user_id: orNull(Type.Integer()),
  /** Empty if the person no longer exists, or if no person made the change. */
  user_name: Type.String(),
  action: Type.String(),
  /** The action in words. */
  words: Type.String(),
  target: Type.String(),
  detail: Type.Record(Type.String(), Type.Unknown()),
  project_id: orNull(Type.Integer()),
  project_name: orNull(Type.String()),
  ip_address: Type.String(),
  user_agent: Type.String(),
});
export type AuditLogEntry = Static<typeof AuditLogEntry>;

export const listAuditLog = describeConsole({
  name: 'listAuditLog',
  method: 'GET',
  path: '/accounts/:account_id/audit_log',
  role: 'owner',
  query: {
    limit: limitParameter(),
    cursor: cursorParameter(),
    user_id: idParameter('Only changes that this person made.'),
    action: textParameter('Only this action, or a group of actions such as `token`.'),
  },
  response: Type.Object({
    entries: Type.Array(AuditLogEntry),
    /** What the filters offer. */
    people: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String() })),
    actions: Type.Array(Type.Object({ action: Type.String(), words: Type.String() })),
    pagination: CursorPagination,
  }),
});
