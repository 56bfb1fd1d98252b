import Type, { type Static } from 'typebox';
import { describeBody, describeField, required } from '../body.js';
import { setField, textField } from '../body-fields.js';
import { describeEndpoint, type EndpointGroup } from '../endpoint.js';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { cursorParameter, limitParameter, someOf, textParameter, updatedSinceParameter } from '../parameters.js';
import { APPROVAL_STATUSES, DECISIONS } from '../values.js';

const group: EndpointGroup = { name: 'Approvals', description: 'Decisions on assets.' };

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

export const listApprovals = describeEndpoint({
  name: 'listApprovals',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/approvals',
  scope: 'read:assets',
  summary: 'List approvals, newest first',
  query: {
    status: someOf('status', APPROVAL_STATUSES, 'Only approvals in these statuses.'),
    stage: textParameter('Only approvals of this stage, such as art_review.'),
    commit_sha: textParameter('Only approvals requested for this commit or changelist.'),
    updated_since: updatedSinceParameter(),
    limit: limitParameter(),
    cursor: cursorParameter(),
  },
  response: ApprovalPage,
});

export const getApproval = describeEndpoint({
  name: 'getApproval',
  group,
  method: 'GET',
  path: '/v1/projects/:project_id/approvals/:id',
  scope: 'read:assets',
  summary: 'Get an approval',
  response: Approval,
});

export const submitApproval = describeEndpoint({
  name: 'submitApproval',
  group,
  method: 'POST',
  path: '/v1/projects/:project_id/assets/:asset_id/approvals',
  scope: 'write:assets',
  summary: 'Decide on an asset',
  description:
    'Updates the newest approval of the asset and responds with 200. If the asset has no approval yet, creates one ' +
    'for the last change that touched the asset and responds with 201; its stage is art_review unless `stage` is ' +
    'sent. The caller becomes the approver. An update leaves stage and comments unchanged unless they are sent. ' +
    'A project may forbid people to approve their own changes; if the author of a change is unknown, only an owner ' +
    'of the account can approve it there.',
  body: describeBody(
    null,
    {
      status: describeField(required(setField('status', DECISIONS)), 'The decision.'),
      comments: describeField(textField({ max: 10_000 }), 'The reason, for the author.'),
      stage: describeField(textField({ min: 1, max: 100 }), 'The stage; omit it to keep the current one.'),
    },
    { status: 'approved', comments: 'Silhouette reads well at distance.' },
  ),
  response: Approval,
  success: [200, 201],
  writes: true,
  errors: ['invalid_status', 'self_approval', 'unknown_author'],
});
