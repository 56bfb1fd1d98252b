import Type, { type Static } from 'typebox';
import { describeConsole } from '../console-endpoint.js';
import { Approval } from '../endpoints/approvals.js';
import { BuildRun } from '../endpoints/builds/build-runs.js';
import { Change, ChangeDetail } from '../endpoints/changes.js';
import { Deployment } from '../endpoints/deployments.js';
import { Task } from '../endpoints/tasks.js';
import { anyOf, CursorPagination, orNull } from '../fields.js';
import { CHANGE_FILTERS } from '../list-filters.js';
import { cursorParameter, limitParameter, pageParameters, textParameter } from '../parameters.js';
import { FILE_ACTIONS } from '../values.js';
import { BuildLink } from './linked-records.js';

/** A change as the console lists it. The author is a member's name, otherwise what the tool calls them. */
export const ListedChange = Type.Object({
  ...Change.properties,
  /** The newest build of each job, newest first. */
  builds: Type.Array(BuildLink),
});
export type ListedChange = Static<typeof ListedChange>;

export const listConsoleChanges = describeConsole({
  name: 'listConsoleChanges',
  method: 'GET',
  path: '/projects/:project_id/changes',
  query: { ...CHANGE_FILTERS, ...pageParameters },
  response: Type.Object({ changes: Type.Array(ListedChange), pagination: CursorPagination }),
});

export const listChangeAuthors = describeConsole({
  name: 'listChangeAuthors',
  method: 'GET',
  path: '/projects/:project_id/change_authors',
  response: Type.Object({ authors: Type.Array(Type.String()) }),
});

/** A change with what became of it, as its page shows it. */
export const ConsoleChange = Type.Object({
  ...ChangeDetail.properties,
  /** How many of all its files have each action; `files` may list only the first ones. */
  file_actions: Type.Object({
    add: Type.Integer(),
    edit: Type.Integer(),
    delete: Type.Integer(),
    move: Type.Integer(),
  }),
  /** The author's name, if they belong to the account. */
  person: orNull(Type.String()),
  branch: Type.String(),
  repository: Type.String(),
  /** The change in the tool it comes from. */
  url: Type.String(),
  builds: Type.Array(
    Type.Object({
      ...BuildLink.properties,
      ...Type.Pick(BuildRun, ['created_at', 'duration_seconds']).properties,
    }),
  ),
  deployments: Type.Array(Type.Pick(Deployment, ['id', 'platform', 'status', 'version', 'created_at'])),
  requested_approvals: Type.Array(Type.Pick(Approval, ['id', 'asset_id', 'asset_name', 'status', 'decided_at'])),
  tasks: Type.Array(Type.Pick(Task, ['id', 'title', 'state'])),
});
export type ConsoleChange = Static<typeof ConsoleChange>;

export const getConsoleChange = describeConsole({
  name: 'getConsoleChange',
  method: 'GET',
  path: '/projects/:project_id/changes/:change_id',
  response: ConsoleChange,
});

/** The files of a change, by path. The change itself lists only the first ones. */
export const listChangeFiles = describeConsole({
  name: 'listChangeFiles',
  method: 'GET',
  path: '/projects/:project_id/changes/:change_id/files',
  query: { q: textParameter('Words that the path contains.'), limit: limitParameter(), cursor: cursorParameter() },
  response: Type.Object({
    files: Type.Array(Type.Object({ path: Type.String(), action: anyOf(FILE_ACTIONS) })),
    pagination: CursorPagination,
  }),
});
