import { NOT_SEARCHED, PASSED } from '../../build-status.js';
import { type Sql, sql } from '../../sql.js';
import { NEWEST, type Period } from './period.js';

/** How long before a period an outage that ended in it may have begun. A longer one is measured from there. */
const LOOKBACK = sql`interval '30 days'`;

/**
 * The outages of a project's jobs, each from the first failed build to the job's next passing build. Failures in
 * between belong to the same outage. `restored_at` is null for a job that has not passed since.
 */
export function outages({ projectId, since }: Period): Sql {
  return sql`(
    SELECT (array_agg(failed.job_name ORDER BY failed.finished_at DESC))[1] AS job,
      (array_agg(failed.id ORDER BY failed.finished_at, failed.id))[1] AS failed_id,
      (array_agg(failed.build_number ORDER BY failed.finished_at, failed.id))[1] AS failed_number,
      min(failed.finished_at) AS broken_at, count(*) AS failures,
      passed.id AS passed_id, passed.build_number AS passed_number, passed.finished_at AS restored_at
    FROM (SELECT id, integration_id, job_key, job_name, build_number, finished_at FROM build_runs
          WHERE project_id = ${projectId} AND status = 'failed' AND ${NOT_SEARCHED} AND finished_at >= ${since}::timestamptz - ${LOOKBACK}
          ORDER BY finished_at DESC LIMIT ${NEWEST}) failed
    LEFT JOIN LATERAL (
      SELECT id, build_number, finished_at FROM build_runs
      WHERE project_id = ${projectId} AND job_key = failed.job_key AND status ${PASSED} AND ${NOT_SEARCHED}
        AND integration_id = failed.integration_id AND finished_at > failed.finished_at
      ORDER BY finished_at LIMIT 1) passed ON true
    GROUP BY failed.integration_id, failed.job_key, passed.id, passed.build_number, passed.finished_at)`;
}
