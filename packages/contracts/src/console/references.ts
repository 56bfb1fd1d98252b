import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { LinkedReference, listReferences } from '../endpoints/references.js';
import { anyOf, CursorPagination } from '../fields.js';
import { textParameter } from '../parameters.js';
import { TASK_STATES } from '../values.js';
import { ChangeLink } from './linked-records.js';

/** A tracker item with the changes and tasks that mention it. */
export const ConsoleReference = Type.Object({
  ...LinkedReference.properties,
  assignee: Type.String(),
  changes: Type.Array(ChangeLink),
  change_count: Type.Integer(),
  tasks: Type.Array(Type.Object({ id: Type.Integer(), title: Type.String(), state: anyOf(TASK_STATES) })),
  task_count: Type.Integer(),
});
export type ConsoleReference = Static<typeof ConsoleReference>;

const { provider, state, limit, cursor } = listReferences.query;

export const searchReferences = describeConsole({
  name: 'searchReferences',
  method: 'GET',
  path: '/projects/:project_id/references',
  query: { q: textParameter('Text that the key or the title contains.'), provider, state, limit, cursor },
  response: Type.Object({ references: Type.Array(ConsoleReference), pagination: CursorPagination }),
});

export const countReferences = describeConsole({
  name: 'countReferences',
  method: 'GET',
  path: '/projects/:project_id/reference-counts',
  query: {},
  response: Type.Object({
    counts: Type.Array(Type.Object({ provider: Type.String(), state: Type.String(), count: Type.Integer() })),
  }),
});
