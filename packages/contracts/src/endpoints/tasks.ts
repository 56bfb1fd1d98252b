import { assigneeParameter, handleField, userIdField } from '../assignee.js';
import { describeBody, objectField, setField, textField, textListField } from '../body.js';
import { describeEndpoint, typed } from '../endpoint.js';
import {
  cursorParameter,
  limitParameter,
  oneOf,
  someOf,
  textParameter,
  updatedSinceParameter,
} from '../parameters.js';
import { TaskDetail, TaskPage } from '../resources/task.js';
import { PRIORITIES, TASK_STATES, TASK_TYPES } from '../values.js';

export const listTasks = describeEndpoint({
  name: 'listTasks',
  method: 'GET',
  path: '/v1/projects/:project_id/tasks',
  scope: 'read:tasks',
  summary: 'List tasks, newest first',
  query: {
    limit: limitParameter(),
    cursor: cursorParameter(),
    state: someOf('state', TASK_STATES, 'Only tasks in these states.'),
    task_type: oneOf('task_type', TASK_TYPES, 'Only tasks of this type.'),
    priority: oneOf('priority', PRIORITIES, 'Only tasks of this priority.'),
    assignee: assigneeParameter(),
    label: textParameter('Only tasks that carry this label.'),
    updated_since: updatedSinceParameter(),
    format: textParameter('Accepted; has no effect.'),
  },
  response: typed<TaskPage>(TaskPage),
});

export const getTask = describeEndpoint({
  name: 'getTask',
  method: 'GET',
  path: '/v1/projects/:project_id/tasks/:id',
  scope: 'read:tasks',
  summary: 'Get a task with what is linked to it',
  query: {},
  response: typed<TaskDetail>(TaskDetail),
});

const TITLE_MAX = 255;
const DESCRIPTION_MAX = 65_536;
const METADATA_MAX_BYTES = 16 * 1024;

/** A task's description, whether it was sent whole or has grown by additions. */
export const taskDescription = textField({ max: DESCRIPTION_MAX });

const common = {
  description: taskDescription,
  state: setField('state', TASK_STATES),
  task_type: setField('task_type', TASK_TYPES),
  priority: setField('priority', PRIORITIES),
  assignee_handle: handleField(),
  user_id: userIdField(),
  labels: textListField(50, 100),
  metadata: objectField(METADATA_MAX_BYTES),
};

export const createTask = describeEndpoint({
  name: 'createTask',
  method: 'POST',
  path: '/v1/projects/:project_id/tasks',
  scope: 'write:tasks',
  summary: 'Create a task',
  description: 'An `Idempotency-Key` header makes a retry within 24 hours return the first answer.',
  query: {},
  body: describeBody(
    'task',
    { title: textField({ min: 1, max: TITLE_MAX }, true), ...common },
    { task: { title: 'Harbor crashes on load', task_type: 'bug', priority: 'high', labels: ['crash'] } },
  ),
  response: typed<TaskDetail>(TaskDetail),
  success: [201],
  writes: true,
  rateLimit: 'task_writes',
  errors: ['invalid_state', 'invalid_task_type', 'invalid_priority', 'invalid_assignee', 'idempotency_key_reused'],
});

export const updateTask = describeEndpoint({
  name: 'updateTask',
  method: 'PATCH',
  path: '/v1/projects/:project_id/tasks/:id',
  scope: 'write:tasks',
  summary: 'Change a task',
  description: 'Only the fields sent change. `description_append` is added to the description on a new line.',
  query: {},
  body: describeBody(
    'task',
    {
      title: textField({ min: 1, max: TITLE_MAX }),
      ...common,
      description_append: textField({ min: 1, max: DESCRIPTION_MAX }),
    },
    { task: { state: 'in_progress', priority: 'critical' } },
  ),
  response: typed<TaskDetail>(TaskDetail),
  writes: true,
  rateLimit: 'task_writes',
  errors: ['invalid_state', 'invalid_task_type', 'invalid_priority', 'invalid_assignee'],
});
