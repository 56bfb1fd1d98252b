import Type, { type Static } from 'typebox';
import { handleField, userIdField } from '../assignee.js';
import { describeBody, describeField, required } from '../body.js';
import { objectField, setField, textField, textListField } from '../body-fields.js';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, CursorPagination, orNull, Timestamp, Uuid } from '../fields.js';
import { TASK_FILTERS } from '../list-filters.js';
import { cursorParameter, limitParameter, textParameter, updatedSinceParameter } from '../parameters.js';
import { PRIORITIES, TASK_STATES, TASK_TYPES } from '../values.js';
import { LinkedReference } from './references.js';

const group: EndpointGroup = { name: 'Tasks', description: 'Work for members and agents.' };

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
    description: '`metadata.via_api_token_id` is the id of the token that created the task, or null.',
  },
);
export type TaskDetail = Static<typeof TaskDetail>;

export const TaskPage = Type.Object(
  { tasks: Type.Array(Task), pagination: CursorPagination },
  { title: 'TaskPage' },
);
export type TaskPage = Static<typeof TaskPage>;

export const listTasks = describeEndpoint({
  name: 'listTasks',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/tasks',
  scope: 'read:tasks',
  summary: 'List tasks, newest first',
  query: {
    limit: limitParameter(),
    cursor: cursorParameter(),
    ...TASK_FILTERS,
    updated_since: updatedSinceParameter(),
    format: { ...textParameter('Accepted; has no effect.'), hasNoEffect: true },
  },
  response: TaskPage,
});

export const getTask = describeEndpoint({
  name: 'getTask',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/tasks/:id',
  scope: 'read:tasks',
  summary: 'Get a task with its links',
  response: TaskDetail,
});

const TITLE_MAX = 255;
const DESCRIPTION_MAX = 65_536;
const METADATA_MAX_BYTES = 16 * 1024;

/** The description of a task, sent whole or extended by `description_append`. */
export const taskDescription = describeField(
  textField({ max: DESCRIPTION_MAX }),
  'What needs to be done, in Markdown.',
);

const TITLE = 'A short title.';

const common = {
  description: taskDescription,
  state: describeField(setField('state', TASK_STATES), 'The state.'),
  task_type: describeField(setField('task_type', TASK_TYPES), 'The kind of work.'),
  priority: describeField(setField('priority', PRIORITIES), 'The priority.'),
  assignee_handle: describeField(handleField(), 'The agent that works on it; null for none. Clears user_id.'),
  user_id: describeField(userIdField(), 'The member who works on it; null for none. Clears assignee_handle.'),
  labels: describeField(textListField(50, 100), 'All labels; replaces the labels of an existing task.'),
  metadata: describeField(
    objectField(METADATA_MAX_BYTES),
    'Free-form data for programs; replaces the metadata of an existing task. At most 16 KiB of JSON.',
  ),
};

export const createTask = describeEndpoint({
  name: 'createTask',
  group,
  method: 'POST',
  path: '/v1/projects/:project_id/tasks',
  scope: 'write:tasks',
  summary: 'Create a task',
  description: 'With an `Idempotency-Key` header, a retry within 24 hours returns the first response.',
  body: describeBody(
    'task',
    { title: describeField(required(textField({ min: 1, max: TITLE_MAX })), TITLE), ...common },
    { task: { title: 'Harbor crashes on load', task_type: 'bug', priority: 'high', labels: ['crash'] } },
  ),
  response: TaskDetail,
  success: [201],
  writes: true,
  rateLimit: 'task_writes',
  errors: ['invalid_state', 'invalid_task_type', 'invalid_priority', 'invalid_assignee', 'idempotency_key_reused'],
});

export const updateTask = describeEndpoint({
  name: 'updateTask',
  group,
  method: 'PATCH',
  path: '/v1/projects/:project_id/tasks/:id',
  scope: 'write:tasks',
  summary: 'Update a task',
  description:
    'Changes only the fields that are sent. `description_append` is added to the description on a new line.',
  body: describeBody(
    'task',
    {
      title: describeField(textField({ min: 1, max: TITLE_MAX }), TITLE),
      ...common,
      description_append: describeField(
        textField({ min: 1, max: DESCRIPTION_MAX }),
        'Text to add to the description on a new line.',
      ),
    },
    { task: { state: 'in_progress', priority: 'critical' } },
  ),
  response: TaskDetail,
  writes: true,
  rateLimit: 'task_writes',
  errors: ['invalid_state', 'invalid_task_type', 'invalid_priority', 'invalid_assignee'],
});
