import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { integerField, nullableField, textField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { anyOf, orNull, Timestamp } from '../fields.js';
import { HISTORY_KINDS, MAX_HISTORY_DAYS, MIN_HISTORY_DAYS } from '../values.js';

const MAX_REASON = 500;

/** A legal hold: nothing that it covers expires or is deleted. */
export const LegalHold = Type.Object({
  /** Who set it; null once they have left the account. */
  set_by: orNull(Type.String()),
  since: Timestamp,
  /** Null for members who are not owners. */
  reason: orNull(Type.String()),
});
export type LegalHold = Static<typeof LegalHold>;

const KINDS = ['deliveries', 'notifications', ...HISTORY_KINDS] as const;

/** How long an account's data is kept, and what is held. */
export const AccountRetention = Type.Object({
  kinds: Type.Array(
    Type.Object({
      kind: anyOf(KINDS),
      /** Null if it never expires. */
      days: orNull(Type.Integer()),
      /** The operator's setting that decides it; null if none does. */
      setting: orNull(Type.String()),
    }),
  ),
  hold: orNull(LegalHold),
  projects: Type.Array(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      /** What the project keeps for fewer days than the operator's settings say. */
      own: Type.Array(Type.Object({ kind: anyOf(HISTORY_KINDS), days: Type.Integer() })),
      /** The project's own hold; the account's applies to it too. */
      hold: orNull(LegalHold),
    }),
  ),
});
export type AccountRetention = Static<typeof AccountRetention>;

export const getRetention = describeConsole({
  name: 'getRetention',
  method: 'GET',
  path: '/accounts/:account_id/retention',
  response: AccountRetention,
});

const days = () => nullableField(integerField(MIN_HISTORY_DAYS, MAX_HISTORY_DAYS));

/** Confirmed, because fewer days delete data. */
export const setProjectRetention = describeConsole({
  name: 'setProjectRetention',
  method: 'PATCH',
  path: '/projects/:project_id/retention',
  role: 'owner',
  confirmed: true,
  writes: true,
  audit: 'project.set_retention',
  /** Null lets the operator's setting apply again. */
  body: describeBody(
    null,
    {
      builds: days(),
      build_logs: days(),
      changes: days(),
      deployments: days(),
      assets: days(),
      references: days(),
    },
    { builds: 365, build_logs: 90 },
  ),
});

const hold = {
  role: 'owner',
  confirmed: true,
  writes: true,
  body: describeBody(
    null,
    { reason: required(textField({ min: 1, max: MAX_REASON })) },
    { reason: 'Case 24-1187: keep everything until counsel agrees.' },
  ),
} as const;

export const holdAccount = describeConsole({
  ...hold,
  name: 'holdAccount',
  method: 'POST',
  path: '/accounts/:account_id/legal_hold',
  audit: 'account.hold',
});

export const releaseAccount = describeConsole({
  ...hold,
  name: 'releaseAccount',
  method: 'POST',
  path: '/accounts/:account_id/legal_hold/release',
  audit: 'account.release_hold',
});

export const holdProject = describeConsole({
  ...hold,
  name: 'holdProject',
  method: 'POST',
  path: '/projects/:project_id/legal_hold',
  audit: 'project.hold',
});

export const releaseProject = describeConsole({
  ...hold,
  name: 'releaseProject',
  method: 'POST',
  path: '/projects/:project_id/legal_hold/release',
  audit: 'project.release_hold',
});
