import Type, { type Static } from 'typebox';
import { describeEndpoint } from '../endpoint.js';
import { daysBackParameter, eventTypesParameter, sinceParameter } from '../feed-parameters.js';
import { anyOf, CursorPagination, orNull, Timestamp } from '../fields.js';
import { cursorParameter, limitParameter, textParameter } from '../parameters.js';
import { EVENT_TYPES, PILLS } from '../values.js';

export const WorkspaceEvent = Type.Object(
  {
    event_type: anyOf(EVENT_TYPES),
    project_id: Type.Integer(),
    project_name: Type.String(),
    actor: Type.String(),
    timestamp: Timestamp,
    target_ref: Type.String(),
    status: anyOf(PILLS),
    message: Type.String(),
    url: Type.String(),
    cursor_key: Type.String(),
  },
  { title: 'WorkspaceEvent' },
);
export type WorkspaceEvent = Static<typeof WorkspaceEvent>;

export const Rollup = Type.Object(
  {
    changes_24h: Type.Integer(),
    builds_passed_24h: Type.Integer(),
    builds_failed_24h: Type.Integer(),
    open_tasks: Type.Integer(),
    total_projects: Type.Integer(),
    active_projects: Type.Integer(),
  },
  { title: 'Rollup' },
);
export type Rollup = Static<typeof Rollup>;

export const WorkspaceEventPage = Type.Object(
  { events: Type.Array(WorkspaceEvent), rollup: orNull(Rollup), pagination: CursorPagination },
  { title: 'WorkspaceEventPage' },
);
export type WorkspaceEventPage = Static<typeof WorkspaceEventPage>;

export const listWorkspaceEvents = describeEndpoint({
  name: 'listWorkspaceEvents',
  group: { name: 'Workspace feed', description: 'Events across all projects of an account.' },
  method: 'GET',
  path: '/v1/workspace/events',
  scope: 'read:workspace_events',
  summary: 'List events across all projects of an account, newest first',
  description:
    'Needs the Team plan or higher. The first unfiltered page contains `rollup`; on every other page it is null.',
  query: {
    limit: limitParameter(),
    days_back: daysBackParameter(),
    since: sinceParameter(),
    event_type: eventTypesParameter('event_type', 'event_types'),
    event_types: eventTypesParameter('event_types', 'event_type'),
    project_id: textParameter('Only events of this project of the account, by numeric id.'),
    cursor: cursorParameter(),
    account_id: textParameter(
      "An account the caller belongs to, by prefixed or numeric id; by default the caller's default account.",
    ),
  },
  response: WorkspaceEventPage,
  errors: ['plan_required', 'not_found'],
});
