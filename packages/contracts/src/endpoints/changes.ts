import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import {
  cursorParameter,
  flagParameter,
  limitParameter,
  oneOf,
  textParameter,
  updatedSinceParameter,
} from '../parameters.js';
import { FILE_ACTIONS, SOURCE_TYPES } from '../values.js';
import { LinkedBuildRun } from './builds/build-runs.js';
import { LinkedReference } from './references.js';

const group: EndpointGroup = { name: 'Changes', description: 'Commits and changelists from every source.' };

const fields = {
  id: Type.Integer(),
  identifier: Type.String(),
  display_identifier: Type.String(),
  source_type: anyOf(SOURCE_TYPES),
  author: Type.String(),
  description: Type.String(),
  timestamp: Timestamp,
  orphaned_at: MaybeTimestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  file_count: orNull(Type.Integer()),
  approval_count: Type.Integer(),
};

export const Change = Type.Object(fields, { title: 'Change' });
export type Change = Static<typeof Change>;

export const ApprovalCounts = Type.Object(
  {
    pending: Type.Integer(),
    approved: Type.Integer(),
    denied: Type.Integer(),
    ignored: Type.Integer(),
  },
  { title: 'ApprovalCounts' },
);

export const ChangeDetail = Type.Object(
  {
    ...fields,
    files: Type.Array(Type.Object({ path: Type.String(), action: anyOf(FILE_ACTIONS) })),
    files_available: Type.Boolean(),
    approvals: ApprovalCounts,
    build_runs: Type.Array(LinkedBuildRun),
    build_runs_truncated: Type.Boolean(),
    latest_build: orNull(LinkedBuildRun),
    task_ids: Type.Array(Type.Integer()),
    references: Type.Array(LinkedReference),
  },
  { title: 'ChangeDetail' },
);
export type ChangeDetail = Static<typeof ChangeDetail>;

export const ChangePage = Type.Object(
  { changes: Type.Array(Change), pagination: CursorPagination },
  { title: 'ChangePage' },
);
export type ChangePage = Static<typeof ChangePage>;

export const listChanges = describeEndpoint({
  name: 'listChanges',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/changes',
  scope: 'read:changes',
  summary: 'List changes, newest first',
  query: {
    identifier: textParameter('Only the change with exactly this SHA or changelist number.'),
    source_type: oneOf('source_type', SOURCE_TYPES, 'Only changes of this source.'),
    orphaned: flagParameter('Include changes that a forced push removed from their branch.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: ChangePage,
});

export const getChange = describeEndpoint({
  name: 'getChange',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/changes/:id',
  scope: 'read:changes',
  summary: 'Get a change with its files, builds and approvals',
  description:
    '`id` may also be a SHA, or at least its first seven characters, or a changelist number as `CL 48317`. ' +
    'Returns at most 3,000 files, ordered by path (`file_count` is the full number), and the newest 50 builds, newest ' +
    'first (`build_runs_truncated` says whether there are more). Orphaned changes are returned too.',
  response: ChangeDetail,
});
