import Type, { type Static } from 'typebox';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { APPROVAL_STATUSES } from '../values.js';

export const Approval = Type.Object(
  {
    id: Uuid,
    asset_id: Uuid,
    asset_name: Type.String(),
    commit_sha: Type.String(),
    approval_stage: Type.String(),
    approval_type: Type.String(),
    status: anyOf(APPROVAL_STATUSES),
    approver_user_id: orNull(Type.Integer()),
    comments: Type.String(),
    asset_version: Type.Integer(),
    approved_at: MaybeTimestamp,
    denied_at: MaybeTimestamp,
    ignored_at: MaybeTimestamp,
    decided_at: MaybeTimestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Approval' },
);
export type Approval = Static<typeof Approval>;

export const ApprovalPage = Type.Object(
  { approvals: Type.Array(Approval), pagination: CursorPagination },
  { title: 'ApprovalPage' },
);
export type ApprovalPage = Static<typeof ApprovalPage>;
