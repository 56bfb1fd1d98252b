import { type NotificationEvent, PASSED_STATUSES } from '@slipway/contracts';
import { type OutageEvent, outageEvents } from '@slipway/domain';
import { PASSED } from '../../build-status.js';
import { computed, nullable } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { mainJobName } from '../../main-job.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, raw, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { MergedBuildRun } from '../apply/builds/build-runs.js';
import { followsLane } from './filters.js';
import { buildsOfLane, inLanes, NEWEST_FIRST, OLDEST_FIRST, outageOfLane } from './outages.js';
import { OUTAGE } from './thread-of-build.js';

const ENDED: ReadonlySet<string | null> = new Set([...PASSED_STATUSES, 'failed']);

/** The builds that ended in a batch, in projects where someone wants to know. */
function endedBuilds(builds: readonly MergedBuildRun[]): number[] {
  return builds
    .filter(
      ({ scope, before, after }) =>
        scope.hasNotificationRules &&
        ENDED.has(after.status) &&
        (before?.status !== after.status || before.attempt !== after.attempt),
    )
    .map(({ id }) => id);
}

/**
 * Two transactions that end builds of the same job must see each other's builds, so the second waits for the first.
 */
const lockJobs = defineQuery({
  name: 'lock ended jobs',
  columns: {
    locked: computed(
      'text',
      sql`pg_advisory_xact_lock(74027, hashtext(r.integration_id || ' ' || r.job_key))::text`,
    ),
  },
  prepared: true,
  examples: [[1]],
  build: (ids: readonly number[], select) => sql`SELECT ${select}
    FROM (SELECT DISTINCT integration_id, job_key FROM build_runs
      WHERE id = ANY(${ids}::bigint[]) ORDER BY integration_id, job_key) r`,
});

const passed = sql`r.status ${PASSED}`;
const failed = sql`r.status = 'failed'`;
/** Older builds, such as those that a new integration reports, are left out. */
const RECENT = sql`interval '1 day'`;

const isMain = sql`COALESCE(outage.job_name = main.name, false)`;
const lane = sql`outage.lane_branch`;
const shippingOnly = sql`outage.lane_shipping_only`;
const follows = followsLane({ jobName: sql`outage.job_name`, isMain, branch: lane, shippingOnly });
const message = sql`notifications n WHERE n.project_id = outage.project_id AND n.event_key`;

/** The numbers that rules of the project of `job` ask for. */
const thresholdsOf = (event: NotificationEvent) =>
  sql`ARRAY(SELECT DISTINCT n.threshold FROM notification_rules n WHERE n.project_id = job.project_id
    AND n.event = ${raw(`'${event}'`)} AND n.enabled AND n.threshold IS NOT NULL)`;

/** The last outage of each job, in each of its lanes. */
const findOutages = defineQuery({
  name: 'find outages of builds',
  columns: {
    now: computed('timestamptz', sql`now()::timestamptz(3)`),
    accountId: computed('int4', sql`main.account_id`),
    projectId: computed('int4', sql`outage.project_id`),
    name: computed('text', sql`outage.name`),
    isMain: computed('bool', isMain),
    branch: nullable(computed('text', lane)),
    shippingOnly: computed('bool', shippingOnly),
    isFollowed: computed(
      'bool',
      sql`EXISTS (SELECT FROM notification_filters f WHERE f.project_id = outage.project_id AND ${follows})`,
    ),
    passedId: nullable(computed('int8', sql`outage.passed_id`)),
    passedAt: nullable(computed('timestamptz', sql`outage.passed_at`)),
    failedId: computed('int8', sql`outage.failed_id`),
    failedAt: computed('timestamptz', sql`outage.failed_at`),
    firstId: computed('int8', sql`outage.first_id`),
    firstAt: computed('timestamptz', sql`outage.first_at`),
    failures: computed('int4', sql`outage.failures`),
    thresholds: computed('int4[]', sql`outage.thresholds`),
    escalations: computed('int4[]', sql`outage.escalations`),
    examinedIds: computed(
      'int8[]',
      sql`ARRAY(SELECT b.id FROM unnest(ARRAY[outage.first_id, outage.failed_id, outage.passed_id]) AS b (id)
        WHERE EXISTS (SELECT FROM investigations i WHERE i.build_run_id = b.id AND i.status IN ('pending', 'running'))
          OR EXISTS (SELECT FROM build_diagnoses d WHERE d.build_run_id = b.id AND d.requested_at IS NOT NULL))`,
    ),
    writtenKeys: computed(
      'text[]',
      sql`ARRAY(SELECT n.event_key FROM ${message} = ANY(ARRAY['broke:' || outage.name, 'recovered:' || outage.name]
        || ARRAY(SELECT 'still:' || outage.name || ':' || threshold FROM unnest(outage.thresholds) threshold)
        || ARRAY(SELECT 'not_taken:' || outage.name || ':' || threshold FROM unnest(outage.escalations) threshold)))`,
    ),
    brokeReleaseAt: nullable(
      computed(
        'timestamptz',
        sql`(SELECT n.release_at FROM ${message} = 'broke:' || outage.name AND n.released_at IS NULL)`,
      ),
    ),
  },
  prepared: true,
  examples: [[1]],
  build: (ids: readonly number[], select) => sql`
    WITH lane AS (
      SELECT DISTINCT b.project_id, b.integration_id, b.job_key, b.lane_branch, b.lane_shipping_only
      FROM unnest(${ids}::bigint[]) ended (id) CROSS JOIN LATERAL ${inLanes(sql`ended.id`)} b
    ), job AS (
      SELECT lane.*, pass.id AS passed_id, pass.finished_at AS passed_at, fail.id AS failed_id,
        fail.finished_at AS failed_at, fail.job_name
      FROM lane
      LEFT JOIN LATERAL (SELECT * FROM ${buildsOfLane(sql`lane`, passed, NEWEST_FIRST)} b LIMIT 1) pass ON true
      JOIN LATERAL (SELECT * FROM ${buildsOfLane(sql`lane`, failed, NEWEST_FIRST)} b LIMIT 1) fail ON true
      WHERE GREATEST(pass.finished_at, fail.finished_at) > now() - ${RECENT}
    ), outage AS MATERIALIZED (
      SELECT job.*, ${outageOfLane(sql`job`)} AS name,
        GREATEST(failing.failures, 1) AS failures, COALESCE(failing.first_id, failed_id) AS first_id,
        COALESCE(failing.first_at, failed_at) AS first_at, ${thresholdsOf('main_job.still_broken')} AS thresholds,
        ${thresholdsOf('main_job.not_taken')} AS escalations
      FROM job
      LEFT JOIN LATERAL (SELECT * FROM ${buildsOfLane(
        sql`job`,
        sql`${passed} AND r.finished_at < job.failed_at`,
        NEWEST_FIRST,
      )} b LIMIT 1) before ON true
      CROSS JOIN LATERAL (SELECT count(*)::int AS failures, (array_agg(f.id ORDER BY f.finished_at))[1] AS first_id,
          min(f.finished_at) AS first_at
        FROM ${buildsOfLane(
          sql`job`,
          sql`${failed} AND r.finished_at > COALESCE(before.finished_at, '-infinity')`,
          OLDEST_FIRST,
        )} f) failing
    ), main AS MATERIALIZED (
      SELECT p.id, p.account_id, ${mainJobName} AS name FROM projects p
      WHERE p.id IN (SELECT project_id FROM outage)
    )
    SELECT ${select} FROM outage JOIN main ON main.id = outage.project_id`,
});

interface StoredEvent extends Omit<OutageEvent, 'releaseAt'> {
  readonly accountId: number;
  readonly projectId: number;
  readonly threadKey: string;
  readonly releaseAt: string;
}

/** A message that was released since its outage was read stays as it is. */
const writeEvents = defineQuery({
  name: 'write events of builds',
  columns: {},
  prepared: true,
  examples: [[]],
  build: (events: readonly StoredEvent[]) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, detail, release_at)
    SELECT gen_random_uuid(), account_id, project_id, event, key, thread_key, build_run_id, detail, release_at
    FROM ${rowsOf(events, {
      accountId: 'int',
      projectId: 'int',
      event: 'text',
      key: 'text',
      threadKey: 'text',
      buildRunId: 'bigint',
      detail: 'jsonb',
      releaseAt: 'timestamptz',
    })}
    ORDER BY key ON CONFLICT (project_id, event_key) DO UPDATE SET detail = EXCLUDED.detail
      WHERE notifications.released_at IS NULL AND notifications.event = 'main_job.broke'`,
});

/**
 * Writes what the builds of a batch mean for the jobs that somebody follows: broken, still broken, recovered. Costs two
 * statements, a third if there is something to write, and nothing in projects without notification rules.
 */
export async function notifyOfBuilds(tx: Queryable, builds: readonly MergedBuildRun[]): Promise<void> {
  const ids = endedBuilds(builds);
  if (ids.length === 0) return;
  await lockJobs.all(tx, ids);
  const outages = await findOutages.all(tx, ids);
  const events = outages.flatMap(({ accountId, projectId, ...facts }) =>
    outageEvents(facts).map((event) => ({
      ...event,
      accountId,
      projectId,
      threadKey: `${OUTAGE}${facts.name}`,
      releaseAt: iso(event.releaseAt.getTime()),
    })),
  );
  if (events.length > 0) await writeEvents.execute(tx, events);
}
