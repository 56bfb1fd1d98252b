import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { TaskDetail } from '../endpoints/tasks.js';
import { Timestamp } from '../fields.js';
import { BuildLink } from './linked-records.js';

/** A task as its page shows it. */
export const ConsoleTask = Type.Object({
  ...TaskDetail.properties,
  /** The builds of `links` with their numbers and times. */
  builds: Type.Array(Type.Object({ ...BuildLink.properties, commit_hash: Type.String(), created_at: Timestamp })),
});
export type ConsoleTask = Static<typeof ConsoleTask>;

export const getConsoleTask = describeConsole({
  name: 'getConsoleTask',
  method: 'GET',
  path: '/projects/:project_id/tasks/:task_id',
  response: ConsoleTask,
});
