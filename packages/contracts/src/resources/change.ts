import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, DigitsId, MaybeTimestamp, orNull, Timestamp } from '../fields.js';
import { BUILD_STATUSES, FILE_ACTIONS, SOURCE_TYPES } from '../values.js';
import { LinkedReference } from './reference.js';

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

/** A build run as changes and deployments show it. */
export const LinkedBuildRun = Type.Object(
  {
    id: DigitsId,
    status: anyOf(BUILD_STATUSES),
    commit_hash: Type.String(),
    ci_job_name: Type.String(),
  },
  { title: 'LinkedBuildRun' },
);
export type LinkedBuildRun = Static<typeof LinkedBuildRun>;

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
