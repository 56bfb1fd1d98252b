import { HANDLE_PATTERN, PRIORITIES, TASK_STATES, TASK_TYPES } from '@slipway/contracts';
import Type from 'typebox';
import { oneOf } from './fields.js';

const TITLE_MAX = 255;
/** Far below the limit of the API: a model that writes more has lost its way. */
const DESCRIPTION_MAX = 20_000;

export const taskTitle = Type.String({ minLength: 1, maxLength: TITLE_MAX, description: 'A short title.' });
export const taskText = (description: string) => Type.String({ maxLength: DESCRIPTION_MAX, description });

/** The fields of a task that may be set when it is created and later. */
export const taskFields = {
  description: Type.Optional(taskText('What is to be done, in Markdown.')),
  state: Type.Optional(oneOf(TASK_STATES, 'The state.')),
  task_type: Type.Optional(oneOf(TASK_TYPES, 'The kind of work.')),
  priority: Type.Optional(oneOf(PRIORITIES, 'The priority.')),
  assignee_handle: Type.Optional(
    Type.Union([Type.String({ pattern: HANDLE_PATTERN }), Type.Null()], {
      description: 'The agent that works on it; null for none. Clears user_id.',
    }),
  ),
  user_id: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description: 'The member that works on it; null for none. Clears assignee_handle.',
    }),
  ),
  labels: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 50,
      description: 'All labels; replaces the labels of an existing task.',
    }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'Free-form data for programs; replaces the metadata of an existing task. At most 16 KiB of JSON.',
    }),
  ),
};
