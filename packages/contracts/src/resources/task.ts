import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, orNull, Timestamp, Uuid } from '../fields.js';
import { PRIORITIES, TASK_STATES, TASK_TYPES } from '../values.js';
import { LinkedReference } from './reference.js';

const fields = {
  id: Type.Integer(),
  account_id: Type.Integer(),
  project_id: Type.Integer(),
  title: Type.String(),
  description: Type.String(),
  state: anyOf(TASK_STATES),
  task_type: anyOf(TASK_TYPES),
  priority: anyOf(PRIORITIES),
  assignee_handle: orNull(Type.String()),
  user_id: orNull(Type.Integer()),
  labels: Type.Array(Type.String()),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  created_at: Timestamp,
  updated_at: Timestamp,
  urls: Type.Object({ web: Type.String() }),
};

export const Task = Type.Object(fields, { title: 'Task' });
export type Task = Static<typeof Task>;

export const TaskLinks = Type.Object(
  {
    changes: Type.Array(
      Type.Object({
        id: Type.Integer(),
        identifier: Type.String(),
        source_type: Type.String(),
        display_identifier: Type.String(),
      }),
    ),
    build_runs: Type.Array(
      Type.Object({
        id: Type.Integer(),
        status: Type.String(),
        commit_hash: Type.String(),
        ci_job_name: Type.String(),
      }),
    ),
    deployments: Type.Array(
      Type.Object({
        id: Type.Integer(),
        deployment_id: Uuid,
        status: Type.String(),
        platform: Type.String(),
        branch: Type.String(),
      }),
    ),
  },
  { title: 'TaskLinks' },
);
export type TaskLinks = Static<typeof TaskLinks>;

export const TaskDetail = Type.Object(
  { ...fields, links: TaskLinks, references: Type.Array(LinkedReference) },
  {
    title: 'TaskDetail',
    description: '`metadata.via_api_token_id` is the id of the token that made the task, or null.',
  },
);
export type TaskDetail = Static<typeof TaskDetail>;

export const TaskPage = Type.Object(
  { tasks: Type.Array(Task), pagination: CursorPagination },
  { title: 'TaskPage' },
);
export type TaskPage = Static<typeof TaskPage>;
