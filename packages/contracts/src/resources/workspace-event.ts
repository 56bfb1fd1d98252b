import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, orNull, Timestamp } from '../fields.js';
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
  {
    events: Type.Array(WorkspaceEvent),
    rollup: orNull(Rollup),
    pagination: CursorPagination,
  },
  { title: 'WorkspaceEventPage' },
);
export type WorkspaceEventPage = Static<typeof WorkspaceEventPage>;
