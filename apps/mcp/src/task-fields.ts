import { createTask, updateTask } from '@slipway/contracts';
import Type from 'typebox';
import { bodyArguments } from './contract-arguments.js';

/** Far below the limit of the API: a model that writes more has lost its way. */
const DESCRIPTION_MAX = 20_000;

const shortened = (description: string) => Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX, description }));

const words = {
  title: 'A short title.',
  description: 'What needs to be done, in Markdown.',
  state: 'The state.',
  task_type: 'The kind of work.',
  priority: 'The priority.',
  assignee_handle: 'The agent that works on it; null for none. Clears user_id.',
  user_id: 'The member who works on it; null for none. Clears assignee_handle.',
  labels: 'All labels; replaces the labels of an existing task.',
  metadata: 'Free-form data for programs; replaces the metadata of an existing task. At most 16 KiB of JSON.',
};
const append = 'Text to add to the description on a new line.';

/** The arguments of a new task. */
export const newTask = {
  ...bodyArguments(createTask.body, words),
  description: shortened(words.description),
};

/** The arguments of an edited task. */
export const editedTask = {
  ...bodyArguments(updateTask.body, { ...words, description_append: append }),
  description: shortened(words.description),
  description_append: shortened(append),
};
