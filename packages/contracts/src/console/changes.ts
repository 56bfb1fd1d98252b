import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { ChangeDetail } from '../endpoints/changes.js';
import { anyOf, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { APPROVAL_STATUSES, DEPLOYMENT_STATUSES, PLATFORMS, TASK_STATES } from '../values.js';
import { BuildLink } from './linked-records.js';

/** A change with what became of it, as its page shows it. */
export const ConsoleChange = Type.Object({
  ...ChangeDetail.properties,
  /** The author's name, if they belong to the account. */
  person: orNull(Type.String()),
  branch: Type.String(),
  repository: Type.String(),
  /** The change in the tool it comes from. */
  url: Type.String(),
  builds: Type.Array(
    Type.Object({ ...BuildLink.properties, created_at: Timestamp, duration_seconds: orNull(Type.Integer()) }),
  ),
  deployments: Type.Array(
    Type.Object({
      id: Type.String(),
      platform: anyOf(PLATFORMS),
      status: anyOf(DEPLOYMENT_STATUSES),
      version: Type.String(),
      created_at: Timestamp,
    }),
  ),
  asked: Type.Array(
    Type.Object({
      id: Type.String(),
      asset_id: Type.String(),
      asset_name: Type.String(),
      status: anyOf(APPROVAL_STATUSES),
      decided_at: MaybeTimestamp,
    }),
  ),
  tasks: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), state: anyOf(TASK_STATES) })),
});
export type ConsoleChange = Static<typeof ConsoleChange>;

export const getConsoleChange = describeConsole({
  name: 'getConsoleChange',
  method: 'GET',
  path: '/projects/:project_id/changes/:change_id',
  query: {},
  response: ConsoleChange,
});
