import type { EventType } from '@slipway/contracts';
import { PASSED } from '../../build-status.js';

/** What the feed shows of a row, and its types in SQL. What each column holds depends on the kind: feed-details.ts. */
export const DETAIL_TYPES = {
  userId: 'int',
  handle: 'text',
  label: 'text',
  provider: 'text',
  name: 'text',
  status: 'text',
  place: 'text',
  number: 'text',
  version: 'text',
  assetId: 'text',
  changeId: 'bigint',
} as const;

type DetailColumn = keyof typeof DETAIL_TYPES;

/** Rows of one table as the feed shows them. */
export interface FeedRows {
  readonly table: string;
  /** Joins to a row `r`; none may drop or duplicate it. */
  readonly joins: string;
  /** Those not listed are null. */
  readonly details: Readonly<Partial<Record<DetailColumn, string>>>;
}

/** Where events of one type come from: rows in the order of one of the table's indexes. */
export interface FeedSource {
  readonly rows: FeedRows;
  readonly at: string;
  /** Worded like the predicate of its partial index: the planner matches literals, not parameters. */
  readonly only: string;
}

/**
 * Looks up one row for each row of a page. The limit keeps the planner from reading the whole table, or a range of it.
 */
export function lookUp(columns: string, from: string, as: string): string {
  return `LEFT JOIN LATERAL (SELECT ${columns} FROM ${from} LIMIT 1) ${as} ON true`;
}

const joinIntegration = lookUp('provider', 'integrations WHERE id = r.integration_id', 'i');
const joinAsset = lookUp('name', 'assets WHERE id = r.asset_id', 'a');

/** Who started a build or deployment. */
const starter = {
  userId: 'r.actor_user_id',
  label: "COALESCE(NULLIF(r.actor, ''), r.actor_uid)",
  provider: 'i.provider',
};

const buildRuns: FeedRows = {
  table: 'build_runs',
  joins: joinIntegration,
  details: { ...starter, name: 'r.job_name', status: 'r.status', number: 'r.build_number' },
};

const assetEvents: FeedRows = {
  table: 'asset_events',
  joins: `${joinAsset} ${lookUp(
    'id, display_identifier',
    'changes WHERE id = r.change_id AND project_id = r.project_id',
    'c',
  )}`,
  details: {
    userId: 'r.actor_user_id',
    label: 'r.actor',
    provider: 'r.provider',
    assetId: 'r.asset_id',
    name: 'a.name',
    status: 'r.kind',
    version: 'r.version',
    changeId: 'c.id',
    place: 'c.display_identifier',
  },
};

/** The editor of a task is not recorded, so its actor is the assignee, otherwise the user whose token created it. */
const tasks: FeedRows = {
  table: 'tasks',
  joins: lookUp('user_id', 'api_tokens WHERE id = r.via_api_token_id AND r.assignee_handle IS NULL', 't'),
  details: {
    userId: 'COALESCE(r.user_id, t.user_id)',
    handle: 'r.assignee_handle',
    name: 'r.title',
    status: 'r.state',
  },
};

const approval = { assetId: 'r.asset_id', name: 'a.name', place: 'r.approval_stage', status: 'r.status' };

/** The author of the change is the one who requests the approval. */
const requestedApprovals: FeedRows = {
  table: 'approvals',
  joins: `${joinAsset}
    ${lookUp(
      'author_user_id, author, integration_id',
      'changes WHERE project_id = r.project_id AND identifier = r.commit_sha ORDER BY id DESC',
      'c',
    )}
    ${lookUp('provider', 'integrations WHERE id = c.integration_id', 'i')}`,
  details: { ...approval, userId: 'c.author_user_id', label: 'c.author', provider: 'i.provider' },
};

const decidedApprovals: FeedRows = {
  table: 'approvals',
  joins: joinAsset,
  details: { ...approval, userId: 'r.approver_user_id' },
};

const deployments: FeedRows = {
  table: 'deployments',
  joins: joinIntegration,
  details: {
    ...starter,
    name: 'r.platform',
    status: 'r.status',
    place: 'r.branch',
    version: 'r.version',
    number: 'r.build_number',
  },
};

/** Where events of each type come from. */
export const FEED_SOURCES: Readonly<Record<EventType, FeedSource>> = {
  'build_run.completed': {
    rows: buildRuns,
    at: 'finished_at',
    only: `status ${PASSED.text}`,
  },
  'build_run.failed': { rows: buildRuns, at: 'finished_at', only: "status = 'failed'" },
  'change.submitted': { rows: assetEvents, at: 'occurred_at', only: 'true' },
  'task.state_changed': { rows: tasks, at: 'updated_at', only: 'true' },
  'approval.requested': { rows: requestedApprovals, at: 'created_at', only: "status = 'pending'" },
  'approval.granted': { rows: decidedApprovals, at: 'decided_at', only: "status = 'approved'" },
  'approval.denied': { rows: decidedApprovals, at: 'decided_at', only: "status = 'denied'" },
  'approval.ignored': { rows: decidedApprovals, at: 'decided_at', only: "status = 'ignored'" },
  'deployment.created': { rows: deployments, at: 'created_at', only: 'true' },
};
