import { PASSED_STATUSES } from '@slipway/contracts';
import { PASSED } from '../../build-status.js';
import { computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { mainJobName } from '../../main-job.js';
import { type Queryable, sql } from '../../sql.js';
import type { MergedBuildRun } from '../apply/builds/build-runs.js';
import { followsLane } from './filters.js';
import { buildsOfLane, inLanes, NEWEST_FIRST, OLDEST_FIRST, outageOfLane } from './outages.js';

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
/** Reports of older builds, such as those of a new integration, are no news. */
const RECENT = sql`interval '1 day'`;

/**
 * A message waits for the diagnosis of its build, and for an investigation, because only that names a suspect. Either
 * releases it when it ends, but it does not wait so long that people hear of the failure elsewhere first: what is not
 * known by then follows. One about a recovery also waits for the message that the job broke, so that they arrive in this
 * order.
 */
const releaseAt = sql`GREATEST(
  CASE WHEN EXISTS (SELECT FROM investigations i WHERE i.build_run_id = event.build_id
    AND i.status IN ('pending', 'running'))
    OR EXISTS (SELECT FROM build_diagnoses d WHERE d.build_run_id = event.build_id AND d.requested_at IS NOT NULL) THEN now() + interval '10 seconds' ELSE now() END,
  (SELECT n.release_at FROM notifications n WHERE n.project_id = event.project_id AND n.event_key = 'broke:' || event.name
    AND n.released_at IS NULL AND event.event = 'main_job.recovered'))`;

const isFollowed = followsLane({
  ...{ jobName: sql`event.job_name`, isMain: sql`main.is_main` },
  ...{ branch: sql`lane_branch`, shippingOnly: sql`lane_shipping_only` },
});

/**
 * Compares the last passing build of each job with its failing ones. A message that still waits counts later failures.
 */
const writeEvents = defineQuery({
  name: 'write events of builds',
  columns: {},
  prepared: true,
  examples: [[1]],
  build: (ids: readonly number[]) => sql`
    WITH lane AS (
      SELECT DISTINCT b.project_id, b.integration_id, b.job_key, b.lane_branch, b.lane_shipping_only
      FROM unnest(${ids}::bigint[]) ended (id) CROSS JOIN LATERAL ${inLanes(sql`ended.id`)} b
    ), job AS (
      SELECT lane.*, p.account_id,
        pass.id AS pass_id, pass.finished_at AS passed_at, fail.id AS fail_id, fail.finished_at AS failed_at,
        COALESCE(fail.job_name, pass.job_name) AS job_name
      FROM lane JOIN projects p ON p.id = lane.project_id
      LEFT JOIN LATERAL (SELECT * FROM ${buildsOfLane(sql`lane`, passed, NEWEST_FIRST)} b LIMIT 1) pass ON true
      LEFT JOIN LATERAL (SELECT * FROM ${buildsOfLane(sql`lane`, failed, NEWEST_FIRST)} b LIMIT 1) fail ON true
      WHERE GREATEST(pass.finished_at, fail.finished_at) > now() - ${RECENT}
    ), outage AS (
      SELECT job.*, COALESCE(failed_at > passed_at, true) AS is_open,
        ${outageOfLane(sql`job`)} AS name,
        GREATEST(failing.failures, 1) AS failures, COALESCE(failing.first_id, fail_id) AS first_id
      FROM job
      LEFT JOIN LATERAL (SELECT * FROM ${buildsOfLane(
        sql`job`,
        sql`${passed} AND r.finished_at < job.failed_at`,
        NEWEST_FIRST,
      )} b LIMIT 1) before ON true
      CROSS JOIN LATERAL (SELECT count(*)::int AS failures, (array_agg(f.id ORDER BY f.finished_at))[1] AS first_id
        FROM ${buildsOfLane(
          sql`job`,
          sql`${failed} AND r.finished_at > COALESCE(before.finished_at, '-infinity')`,
          OLDEST_FIRST,
        )} f) failing
      WHERE job.fail_id IS NOT NULL
    ), event AS (
      SELECT outage.*, 'main_job.broke' AS event, 'broke:' || name AS key, first_id AS build_id, NULL::int AS threshold
      FROM outage WHERE is_open
      UNION ALL
      SELECT DISTINCT ON (outage.name, n.threshold) outage.*, n.event, 'still:' || name || ':' || n.threshold, fail_id,
        n.threshold
      FROM outage JOIN notification_rules n ON n.project_id = outage.project_id
        AND n.event = 'main_job.still_broken' AND n.enabled
      WHERE is_open AND failures >= n.threshold
      UNION ALL
      SELECT outage.*, 'main_job.recovered', 'recovered:' || name, pass_id, NULL
      FROM outage WHERE NOT is_open AND EXISTS (SELECT FROM notifications n
        WHERE n.project_id = outage.project_id AND n.event_key = 'broke:' || name)
    )
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, build_run_id, detail, release_at)
    SELECT gen_random_uuid(), event.account_id, event.project_id, event.event, key, 'outage:' || event.name, build_id,
      jsonb_build_object('failures', failures, 'threshold', threshold) || jsonb_strip_nulls(jsonb_build_object(
        'isMain', NULLIF(main.is_main, true), 'branch', lane_branch, 'shippingOnly', NULLIF(lane_shipping_only, false))),
      ${releaseAt}
    FROM event JOIN projects p ON p.id = event.project_id
    CROSS JOIN LATERAL (SELECT COALESCE(event.job_name = ${mainJobName}, false) AS is_main) main
    WHERE NOT EXISTS (SELECT FROM notifications n WHERE n.project_id = event.project_id AND n.event_key = event.key
        AND (n.released_at IS NOT NULL OR n.event <> 'main_job.broke'))
      AND (main.is_main AND lane_branch IS NULL AND NOT lane_shipping_only
        OR EXISTS (SELECT FROM notification_filters f WHERE f.project_id = event.project_id AND ${isFollowed}))
    ORDER BY key ON CONFLICT (project_id, event_key) DO UPDATE SET detail = EXCLUDED.detail
      WHERE notifications.released_at IS NULL AND notifications.event = 'main_job.broke'`,
});

/**
 * Writes what the builds of a batch mean for the jobs that somebody follows: broken, still broken, recovered. Costs
 * two statements, and nothing in projects without notification rules.
 */
export async function notifyOfBuilds(tx: Queryable, builds: readonly MergedBuildRun[]): Promise<void> {
  const ids = endedBuilds(builds);
  if (ids.length === 0) return;
  await lockJobs.all(tx, ids);
  await writeEvents.execute(tx, ids);
}
