import type { ProblemState } from '@slipway/contracts';
import { escalate } from '@slipway/domain';
import { PASSED } from '../../build-status.js';
import { columnsOf, computed, narrowed, nullable } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';
import type { DueNotification } from './due-notification.js';
import { problemOfBuild } from './filters.js';
import { buildsOfLane, NEWEST_FIRST } from './outages.js';

interface OutageOfLane {
  readonly projectId: number;
  /** The build that broke the job. */
  readonly buildRunId: number;
  /** Null for all branches. */
  readonly branch: string | null;
  readonly shippingOnly: boolean;
}

/** The builds of the lane since the job broke. */
const since = (status: Sql) =>
  buildsOfLane(sql`lane`, sql`r.status ${status} AND r.finished_at >= lane.finished_at`, NEWEST_FIRST);

const untakenOutage = defineQuery({
  name: 'find outage to escalate',
  columns: {
    brokenAt: computed('timestamptz', sql`lane.finished_at`),
    hasPassed: computed('bool', sql`EXISTS (SELECT FROM ${since(PASSED)} s)`),
    failedId: computed('int8', sql`b.id`),
    branch: columnsOf('BuildRun', 'b').branch,
    state: nullable(narrowed<ProblemState>(columnsOf('Problem', 'p').state)),
    isTaken: computed(
      'bool',
      sql`EXISTS (SELECT FROM account_memberships m WHERE m.account_id = p.account_id AND m.user_id = p.assignee_user_id)`,
    ),
    isSnoozed: computed('bool', sql`COALESCE(p.snoozed_until > now(), false)`),
  },
  examples: [{ projectId: 1, buildRunId: 1, branch: 'main', shippingOnly: false }],
  build: ({ projectId, buildRunId, branch, shippingOnly }: OutageOfLane, select) => sql`SELECT ${select}
    FROM (SELECT *, ${branch}::text AS lane_branch, ${shippingOnly}::bool AS lane_shipping_only
      FROM build_runs WHERE id = ${buildRunId} AND project_id = ${projectId} AND finished_at IS NOT NULL) lane
    CROSS JOIN LATERAL (SELECT * FROM ${since(sql`= 'failed'`)} s LIMIT 1) b
    LEFT JOIN LATERAL ${problemOfBuild} p ON true`,
});

const MINUTE_MS = 60_000;

/**
 * Prepares the message that nobody has taken the problem of a job, in the transaction that releases it. It is then about
 * the last failed build, and about no build if the outage is over. Null if somebody has the problem: it is released again
 * later.
 */
export async function prepareEscalation(
  tx: DatabaseHandle,
  due: DueNotification,
): Promise<DueNotification | null> {
  const { id, projectId, buildRunId, detail } = due;
  const outage = await untakenOutage.first(tx.pool, {
    projectId,
    buildRunId: buildRunId ?? 0,
    branch: detail.branch ?? null,
    shippingOnly: detail.shippingOnly ?? false,
  });
  if (outage === null) return { ...due, buildRunId: null };
  const { brokenAt, hasPassed, failedId, state, isTaken, isSnoozed } = outage;
  const now = await databaseTime(tx);
  const problem = state === null ? null : { state, isTaken, isSnoozed };
  const decision = escalate({ brokenAt, hasPassed, problem }, now);
  if (decision === 'drop') return { ...due, buildRunId: null };
  if (decision === 'send') {
    const facts = { brokenAt: brokenAt.getTime(), failedBranch: outage.branch };
    return { ...due, buildRunId: failedId, detail: { ...detail, ...facts } };
  }
  const releaseAt = new Date(now.getTime() + (detail.threshold ?? 1) * MINUTE_MS);
  await tx.prisma.notification.update({ where: { id }, data: { releaseAt } });
  return null;
}
