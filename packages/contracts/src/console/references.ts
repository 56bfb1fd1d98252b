import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { LinkedReference } from '../endpoints/references.js';
import { Task } from '../endpoints/tasks.js';
import { CursorPagination } from '../fields.js';
import { REFERENCE_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';
import { ChangeLink } from './linked-records.js';

/** A tracker item with the changes and tasks that mention it. */
export const ConsoleReference = Type.Object({
  ...LinkedReference.properties,
  assignee: Type.String(),
  changes: Type.Array(ChangeLink),
  change_count: Type.Integer(),
  tasks: Type.Array(Type.Pick(Task, ['id', 'title', 'state'])),
  task_count: Type.Integer(),
});
export type ConsoleReference = Static<typeof ConsoleReference>;

export const searchReferences = describeConsole({
  name: 'searchReferences',
  method: 'GET',
  path: '/projects/:project_id/references',
  query: { ...REFERENCE_FILTERS, ...pageParameters },
  response: Type.Object({ references: Type.Array(ConsoleReference), pagination: CursorPagination }),
});

export const countReferences = describeConsole({
  name: 'countReferences',
  method: 'GET',
  path: '/projects/:project_id/reference-counts',
  response: Type.Object({
    counts: Type.Array(Type.Object({ provider: Type.String(), state: Type.String(), count: Type.Integer() })),
  }),
});
