import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, CursorPagination, orNull, Timestamp } from '../fields.js';
import { AUDIT_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';

/** An entry of the audit log. */
export const AuditLogEntry = Type.Object({
  id: Type.Integer(),
  position: Type.Integer(),
  /** In hexadecimal. */
  hash: Type.String(),
  created_at: Timestamp,
  /** Null if no person did it, as with a handshake. */
  user_id: orNull(Type.Integer()),
  /** Empty if the person no longer exists, or if no person did it. */
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
  query: { ...pageParameters, ...AUDIT_FILTERS },
  response: Type.Object({
    entries: Type.Array(AuditLogEntry),
    /** What the filters offer. */
    projects: Type.Array(Type.Object({ project_id: Type.Integer(), name: Type.String() })),
    people: Type.Array(Type.Object({ user_id: Type.Integer(), name: Type.String() })),
    actions: Type.Array(Type.Object({ action: Type.String(), words: Type.String() })),
    pagination: CursorPagination,
  }),
});

/** Something that is wrong with the chain of an audit log. */
export const AuditLogProblem = Type.Object({
  kind: anyOf(['changed', 'missing', 'unchained']),
  /** The first and the last position concerned; 0 for entries without a position. */
  from: Type.Integer(),
  to: Type.Integer(),
});
export type AuditLogProblem = Static<typeof AuditLogProblem>;

export const checkAuditLog = describeConsole({
  name: 'checkAuditLog',
  method: 'GET',
  path: '/accounts/:account_id/audit_log/integrity',
  role: 'owner',
  response: Type.Object({
    /** How many entries the log has, or should have. */
    entries: Type.Integer(),
    problems: Type.Array(AuditLogProblem),
  }),
});
