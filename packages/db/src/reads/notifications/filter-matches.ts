import type { NotificationFilter } from '@slipway/contracts';
import { NOT_SEARCHED } from '../../build-status.js';
import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { mainJobName } from '../../main-job.js';
import { raw, sql } from '../../sql.js';
import { followsLane, problemOfBuild, problemState } from '../../stores/notifications/filters.js';

const MAX_READ = raw('1000');
const MAX_NAMES = raw('5');

interface Filtered {
  readonly projectId: number;
  readonly filter: NotificationFilter;
}

const follows = followsLane({
  jobName: sql`b.job_name`,
  isMain: sql`b.job_name = main.name`,
  branch: sql`CASE WHEN cardinality(f.branch_patterns) > 0 THEN b.branch END`,
  shippingOnly: sql`(f.shipping_only AND b.target_type = 'shipping')`,
});

const matches = defineQuery({
  name: 'find builds that match a filter',
  columns: {
    failedBuilds: computed('int8', sql`COALESCE(sum(j.failures), 0)::int8`),
    jobNames: computed(
      'text[]',
      sql`COALESCE((array_agg(j.job_name ORDER BY j.failures DESC, j.job_name))[1:${MAX_NAMES}], '{}')`,
    ),
  },
  examples: [
    {
      projectId: 1,
      filter: {
        jobs: 'matching',
        job_patterns: ['Harbor-*'],
        branch_patterns: ['main'],
        problems: ['new'],
        shipping_only: false,
      },
    },
  ],
  build: ({ projectId, filter }: Filtered, select) => sql`WITH f AS (
      SELECT ${filter.jobs}::text AS jobs, ${filter.job_patterns}::text[] AS job_patterns,
        ${filter.branch_patterns}::text[] AS branch_patterns, ${filter.shipping_only}::bool AS shipping_only
    ), main AS MATERIALIZED (SELECT ${mainJobName} AS name FROM projects p WHERE p.id = ${projectId}),
    failed AS (
      SELECT id, job_name, branch, target_type, finished_at FROM build_runs WHERE project_id = ${projectId}
        AND status = 'failed' AND ${NOT_SEARCHED} AND finished_at > now() - interval '7 days' ORDER BY finished_at DESC LIMIT ${MAX_READ})
    SELECT ${select} FROM (
      SELECT b.job_name, count(*) AS failures FROM failed b CROSS JOIN f CROSS JOIN main
      LEFT JOIN LATERAL ${problemOfBuild} p ON true
      WHERE ${follows} AND ${problemState} = ANY(${filter.problems}::text[]) GROUP BY b.job_name) j`,
});

/** The failed builds of the last seven days that match a filter: their number, and the jobs that failed most often. */
async function findFilterMatches({ pool }: DatabaseHandle, projectId: number, filter: NotificationFilter) {
  return (await matches.first(pool, { projectId, filter })) ?? { failedBuilds: 0, jobNames: [] };
}

export const reads = { findFilterMatches };
