import { describeBody, setField, textField } from '../body.js';
import { describeEndpoint, typed } from '../endpoint.js';
import {
  cursorParameter,
  flagParameter,
  limitParameter,
  oneOf,
  someOf,
  textParameter,
  updatedSinceParameter,
} from '../parameters.js';
import { Approval, ApprovalPage } from '../resources/approval.js';
import { AssetDetail, AssetPage } from '../resources/asset.js';
import { APPROVAL_STATUSES, ASSET_TYPES, DECISIONS } from '../values.js';

export const listAssets = describeEndpoint({
  name: 'listAssets',
  method: 'GET',
  path: '/v1/projects/:project_id/assets',
  scope: 'read:assets',
  summary: 'List assets, newest first',
  query: {
    pending_approval: flagParameter('Only assets whose approval is pending.'),
    asset_type: oneOf('asset_type', ASSET_TYPES, 'Only assets of this type.'),
    limit: limitParameter(),
  },
  response: typed<AssetPage>(AssetPage),
});

export const getAsset = describeEndpoint({
  name: 'getAsset',
  method: 'GET',
  path: '/v1/projects/:project_id/assets/:asset_id',
  scope: 'read:assets',
  summary: 'Get an asset with its approval history',
  description: 'The newest 100 approvals, newest first.',
  query: {},
  response: typed<AssetDetail>(AssetDetail),
});

export const submitApproval = describeEndpoint({
  name: 'submitApproval',
  method: 'POST',
  path: '/v1/projects/:project_id/assets/:asset_id/approvals',
  scope: 'write:assets',
  summary: 'Decide on an asset',
  description:
    'Updates the newest approval of the asset and answers 200; without one, creates it and answers 201. ' +
    'A new record is of stage art_review unless `stage` says otherwise, and against the last change that touched ' +
    "the asset. The decision is the caller's; stage and comments stay as they were unless they are sent.",
  query: {},
  body: describeBody(
    null,
    {
      status: setField('status', DECISIONS, true),
      comments: textField({ max: 10_000 }),
      stage: textField({ min: 1, max: 100 }),
    },
    { status: 'approved', comments: 'Silhouette reads well at distance.' },
  ),
  response: typed<Approval>(Approval),
  success: [200, 201],
  writes: true,
  errors: ['invalid_status'],
});

export const listApprovals = describeEndpoint({
  name: 'listApprovals',
  method: 'GET',
  path: '/v1/projects/:project_id/approvals',
  scope: 'read:assets',
  summary: 'List approvals, newest first',
  query: {
    status: someOf('status', APPROVAL_STATUSES, 'Only approvals in these statuses.'),
    stage: textParameter('Only approvals of this stage.'),
    commit_sha: textParameter('Only approvals requested against this commit or changelist.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: typed<ApprovalPage>(ApprovalPage),
});

export const getApproval = describeEndpoint({
  name: 'getApproval',
  method: 'GET',
  path: '/v1/projects/:project_id/approvals/:id',
  scope: 'read:assets',
  summary: 'Get an approval',
  query: {},
  response: typed<Approval>(Approval),
});
