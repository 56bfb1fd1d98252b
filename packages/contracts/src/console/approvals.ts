import Type, { type Static } from 'typebox';
import { describeBody, required } from '../body.js';
import { setField, textField, textListField } from '../body-fields.js';
import { describeConsole } from '../console-endpoint.js';
import { Asset } from '../endpoints/assets.js';
import { anyOf, CursorPagination, MaybeTimestamp, orNull, Timestamp, Uuid } from '../fields.js';
import { REVIEW_FILTERS } from '../list-filters.js';
import { pageParameters } from '../parameters.js';
import { APPROVAL_STATUSES, DECISIONS } from '../values.js';
import { ChangeLink } from './linked-records.js';

/** A decision on an asset, or the request for one. */
export const AssetApproval = Type.Object({
  id: Uuid,
  status: anyOf(APPROVAL_STATUSES),
  stage: Type.String(),
  asset_version: Type.Integer(),
  commit_sha: Type.String(),
  change: orNull(ChangeLink),
  approver: Type.String(),
  comments: Type.String(),
  created_at: Timestamp,
  decided_at: MaybeTimestamp,
});
export type AssetApproval = Static<typeof AssetApproval>;

/** An approval in the reviewer's queue. */
export const ReviewItem = Type.Object({
  ...AssetApproval.properties,
  project_id: Type.Integer(),
  project_name: Type.String(),
  asset: Type.Pick(Asset, ['id', 'name', 'path', 'asset_type']),
  /** The groups that review its type, by the ownership rules. */
  reviewers: Type.Array(Type.String()),
});
export type ReviewItem = Static<typeof ReviewItem>;

export const listReviewQueue = describeConsole({
  name: 'listReviewQueue',
  method: 'GET',
  path: '/accounts/:account_id/approvals',
  query: { ...REVIEW_FILTERS, ...pageParameters },
  response: Type.Object({ approvals: Type.Array(ReviewItem), pagination: CursorPagination }),
});

/** The pending approvals of one change, if it requests several. */
export const ReviewGroup = Type.Object({
  project_id: Type.Integer(),
  project_name: Type.String(),
  commit_sha: Type.String(),
  change: orNull(ChangeLink),
  count: Type.Integer(),
  requested_at: Timestamp,
});
export type ReviewGroup = Static<typeof ReviewGroup>;

export const listReviewGroups = describeConsole({
  name: 'listReviewGroups',
  method: 'GET',
  path: '/accounts/:account_id/approval_groups',
  response: Type.Object({ groups: Type.Array(ReviewGroup) }),
});

/** Decides on the next batch of a change's pending approvals. Call it again until none is left. */
export const decideReviewGroup = describeConsole({
  name: 'decideReviewGroup',
  method: 'POST',
  path: '/projects/:project_id/approval_groups/decide',
  writes: true,
  body: describeBody(
    null,
    {
      commit_sha: required(textField({ min: 1, max: 200 })),
      status: required(setField('status', DECISIONS)),
      comments: textField({ max: 10_000 }),
    },
    { commit_sha: '48211', status: 'approved' },
  ),
  response: Type.Object({ changed: Type.Integer(), left: Type.Integer() }),
  errors: ['self_approval', 'unknown_author'],
});

/** The most approvals that one request may decide. */
export const MAX_DECISIONS = 100;
const approvalIds = required(textListField(MAX_DECISIONS, 36));

/** Which approvals a request changed. */
export const DecisionResult = Type.Object({
  changed: Type.Array(Uuid),
  /** Decided by someone else in the meantime, or gone. */
  skipped: Type.Array(Uuid),
  /** Changes of the caller's own, which the project does not let them approve. */
  own: Type.Array(Uuid),
  /** Changes without a known author, which only an owner may approve in this project. */
  unknown_author: Type.Array(Uuid),
  /** Not reached, because the database failed. They are unchanged. */
  failed: Type.Array(Uuid),
});
export type DecisionResult = Static<typeof DecisionResult>;

export const decideApprovals = describeConsole({
  name: 'decideApprovals',
  method: 'POST',
  path: '/accounts/:account_id/approvals/decide',
  writes: true,
  body: describeBody(
    null,
    {
      approval_ids: approvalIds,
      status: required(setField('status', DECISIONS)),
      comments: textField({ max: 10_000 }),
    },
    { approval_ids: [], status: 'approved' },
  ),
  response: DecisionResult,
  errors: ['self_approval', 'unknown_author'],
});

export const reopenApprovals = describeConsole({
  name: 'reopenApprovals',
  method: 'POST',
  path: '/accounts/:account_id/approvals/reopen',
  writes: true,
  body: describeBody(null, { approval_ids: approvalIds }, { approval_ids: [] }),
  response: DecisionResult,
});
