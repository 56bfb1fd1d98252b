import Type, { type Static } from 'typebox';
import { anyOf, LimitPagination, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { APPROVAL_STATUSES, ASSET_APPROVAL_STATUSES, ASSET_TYPES } from '../values.js';

const fields = {
  id: Uuid,
  project_id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  asset_type: anyOf(ASSET_TYPES),
  approval_status: anyOf(ASSET_APPROVAL_STATUSES),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const Asset = Type.Object(fields, { title: 'Asset' });
export type Asset = Static<typeof Asset>;

export const ApprovalHistoryEntry = Type.Object(
  {
    id: Uuid,
    status: anyOf(APPROVAL_STATUSES),
    approver_user_id: orNull(Type.Integer()),
    comments: Type.String(),
    decided_at: MaybeTimestamp,
  },
  { title: 'ApprovalHistoryEntry' },
);

export const AssetDetail = Type.Object(
  { ...fields, approvals_history: Type.Array(ApprovalHistoryEntry) },
  { title: 'AssetDetail' },
);
export type AssetDetail = Static<typeof AssetDetail>;

export const AssetPage = Type.Object(
  { assets: Type.Array(Asset), pagination: LimitPagination },
  { title: 'AssetPage' },
);
export type AssetPage = Static<typeof AssetPage>;
