import type { EventType } from '@slipway/contracts';
import { empty, type Sql, sql } from '../../sql.js';

/** Where events of one type come from: rows of a table, in the order of one of its indexes. */
export interface FeedSource {
  readonly table: Sql;
  readonly at: Sql;
  readonly idType: Sql;
  /** Worded like the predicate of its partial index: the planner matches literals, not parameters. */
  readonly only: Sql;
  /** Joins to the rows `r` of a page; none may drop or duplicate a row. */
  readonly joins: Sql;
  /** "userId", handle, label, provider and detail. */
  readonly columns: Sql;
}

/**
 * Looks up one row for each row of a page. The limit keeps the planner from reading the whole table, or a range of it.
 */
export function lookUp(columns: Sql, from: Sql, as: Sql): Sql {
  return sql`LEFT JOIN LATERAL (SELECT ${columns} FROM ${from} LIMIT 1) ${as} ON true`;
}

const joinIntegration = lookUp(sql`provider`, sql`integrations WHERE id = r.integration_id`, sql`i`);
const joinAsset = lookUp(sql`name`, sql`assets WHERE id = r.asset_id`, sql`a`);

const buildRuns = (only: Sql): FeedSource => ({
  table: sql`build_runs`,
  at: sql`finished_at`,
  idType: sql`bigint`,
  only: sql`AND ${only}`,
  joins: joinIntegration,
  columns: sql`r.actor_user_id AS "userId", NULL::text AS handle, COALESCE(NULLIF(r.actor, ''), r.actor_uid) AS label, i.provider,
    jsonb_build_object('jobName', r.job_name, 'buildNumber', r.build_number, 'status', r.status) AS detail`,
});

const assetEvents: FeedSource = {
  table: sql`asset_events`,
  at: sql`occurred_at`,
  idType: sql`bigint`,
  only: empty,
  joins: sql`${joinAsset} ${lookUp(
    sql`id, display_identifier`,
    sql`changes WHERE id = r.change_id AND project_id = r.project_id`,
    sql`c`,
  )}`,
  columns: sql`r.actor_user_id AS "userId", NULL::text AS handle, r.actor AS label, r.provider,
    jsonb_build_object('assetId', r.asset_id, 'assetName', a.name, 'assetEvent', r.kind, 'version', r.version,
      'changeId', c.id, 'reference', COALESCE(c.display_identifier, '')) AS detail`,
};

/** The editor of a task is not recorded, so its actor is the assignee, otherwise the user whose token created it. */
const tasks: FeedSource = {
  table: sql`tasks`,
  at: sql`updated_at`,
  idType: sql`int`,
  only: empty,
  joins: lookUp(sql`user_id`, sql`api_tokens WHERE id = r.via_api_token_id AND r.assignee_handle IS NULL`, sql`t`),
  columns: sql`COALESCE(r.user_id, t.user_id) AS "userId", r.assignee_handle AS handle, NULL::text AS label,
    NULL::text AS provider, jsonb_build_object('title', r.title, 'state', r.state) AS detail`,
};

const approvalDetail = sql`jsonb_build_object('assetId', r.asset_id, 'assetName', a.name,
  'stage', r.approval_stage, 'status', r.status) AS detail`;

/** The author of the change is the one who requests the approval. */
const requestedApprovals: FeedSource = {
  table: sql`approvals`,
  at: sql`created_at`,
  idType: sql`uuid`,
  only: sql`AND status = 'pending'`,
  joins: sql`${joinAsset}
    ${lookUp(
      sql`author_user_id, author, integration_id`,
      sql`changes WHERE project_id = r.project_id AND identifier = r.commit_sha ORDER BY id DESC`,
      sql`c`,
    )}
    ${lookUp(sql`provider`, sql`integrations WHERE id = c.integration_id`, sql`i`)}`,
  columns: sql`c.author_user_id AS "userId", NULL::text AS handle, c.author AS label, i.provider, ${approvalDetail}`,
};

const decidedApprovals = (only: Sql): FeedSource => ({
  table: sql`approvals`,
  at: sql`decided_at`,
  idType: sql`uuid`,
  only: sql`AND ${only}`,
  joins: joinAsset,
  columns: sql`r.approver_user_id AS "userId", NULL::text AS handle, NULL::text AS label, NULL::text AS provider,
    ${approvalDetail}`,
});

const deployments: FeedSource = {
  table: sql`deployments`,
  at: sql`created_at`,
  idType: sql`uuid`,
  only: empty,
  joins: joinIntegration,
  columns: sql`r.actor_user_id AS "userId", NULL::text AS handle, COALESCE(NULLIF(r.actor, ''), r.actor_uid) AS label, i.provider,
    jsonb_build_object('platform', r.platform, 'status', r.status, 'branch', r.branch, 'version', r.version,
      'buildNumber', r.build_number) AS detail`,
};

/** Where events of each type come from. */
export const FEED_SOURCES: Readonly<Record<EventType, FeedSource>> = {
  'build_run.completed': buildRuns(sql`status IN ('completed', 'passed_pending_approval')`),
  'build_run.failed': buildRuns(sql`status = 'failed'`),
  'change.submitted': assetEvents,
  'task.state_changed': tasks,
  'approval.requested': requestedApprovals,
  'approval.granted': decidedApprovals(sql`status = 'approved'`),
  'approval.denied': decidedApprovals(sql`status = 'denied'`),
  'approval.ignored': decidedApprovals(sql`status = 'ignored'`),
  'deployment.created': deployments,
};
