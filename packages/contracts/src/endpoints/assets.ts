import Type, { type Static } from 'typebox';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, LimitPagination, Timestamp, Uuid } from '../fields.js';
import { flagParameter, limitParameter, oneOf } from '../parameters.js';
import { ASSET_APPROVAL_STATUSES, ASSET_TYPES } from '../values.js';
import { Approval } from './approvals.js';

const group: EndpointGroup = { name: 'Assets', description: 'Content files and their approval status.' };

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

export const ApprovalHistoryEntry = Type.Pick(
  Approval,
  ['id', 'status', 'approver_user_id', 'comments', 'decided_at'],
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

export const listAssets = describeEndpoint({
  name: 'listAssets',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/assets',
  scope: 'read:assets',
  summary: 'List assets, newest first',
  query: {
    pending_approval: flagParameter('Only assets whose approval is pending.'),
    asset_type: oneOf('asset_type', ASSET_TYPES, 'Only assets of this type.'),
    limit: limitParameter(),
  },
  response: AssetPage,
});

export const getAsset = describeEndpoint({
  name: 'getAsset',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/assets/:asset_id',
  scope: 'read:assets',
  summary: 'Get an asset with its approval history',
  description: 'The history contains the newest 100 approvals, newest first.',
  response: AssetDetail,
});
