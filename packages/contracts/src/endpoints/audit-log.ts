import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../endpoint.js';
import { CursorPagination, orNull, Timestamp } from '../fields.js';
import { AUDIT_FILTERS } from '../list-filters.js';
import { cursorParameter, limitParameter, textParameter } from '../parameters.js';

export const AuditEntry = Type.Object(
  {
    id: Type.Integer(),
    position: Type.Integer({ description: "The entry's place in the account's log; 1 is the first." }),
    created_at: Timestamp,
    user_id: orNull(Type.Integer({ description: 'Null if no person did it.' })),
    action: Type.String({ description: 'For example `integration.rotate_token`.' }),
    description: Type.String({ description: 'The action in words.' }),
    target: Type.String({
      description: 'What it concerned. Empty if that is a person: `detail` has the user id.',
    }),
    detail: Type.Record(Type.String(), Type.Unknown()),
    project_id: orNull(Type.Integer()),
    ip_address: Type.String(),
    user_agent: Type.String(),
    hash: Type.String({ description: "SHA-256 of the previous entry's hash and this entry, in hexadecimal." }),
  },
  { title: 'AuditEntry' },
);
export type AuditEntry = Static<typeof AuditEntry>;

export const AuditEntryPage = Type.Object(
  { entries: Type.Array(AuditEntry), pagination: CursorPagination },
  { title: 'AuditEntryPage' },
);
export type AuditEntryPage = Static<typeof AuditEntryPage>;

export const listAuditEntries = describeEndpoint({
  name: 'listAuditEntries',
  group: { name: 'Audit log', description: 'Who did what in an account, when, and from where.' },
  method: 'GET',
  path: '/v1/audit_log',
  scope: 'read:audit',
  summary: "List the entries of an account's audit log, newest first",
  description:
    'For owners of the account. People are identified by user id only. Tokens from the login flow never have the scope.',
  query: {
    limit: limitParameter(),
    cursor: cursorParameter(),
    ...AUDIT_FILTERS,
    account_id: textParameter(
      "An account the caller belongs to, by prefixed or numeric id; by default the caller's default account.",
    ),
  },
  response: AuditEntryPage,
  errors: ['owner_required', 'not_found'],
});
