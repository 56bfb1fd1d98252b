import { newId } from '@slipway/domain';
import { columnsOf, pick } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { mainJobName } from '../../../main-job.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import type { BuildFailures } from './build-failures.js';

/** A build to investigate, with the id of its investigation. */
interface Request {
  readonly id: string;
  readonly buildRunId: number;
}

interface Requests {
  readonly requests: readonly Request[];
  readonly projectIds: readonly number[];
}

/**
 * Reads each project once. The day is only a default: an automatic investigation is charged when it ends, to the day on
 * which it ends.
 */
const request = defineQuery({
  name: 'request automatic investigations',
  columns: pick(columnsOf('Investigation'), 'id'),
  prepared: true,
  examples: [{ requests: [], projectIds: [] }],
  build: ({ requests, projectIds }: Requests, select) => sql`WITH investigated AS MATERIALIZED (
      SELECT p.id, p.automatic_investigation = 'every_failure' AS every,
        CASE WHEN p.automatic_investigation = 'main_jobs' THEN ${mainJobName} END AS main_job
      FROM projects p JOIN accounts a ON a.id = p.account_id
      WHERE p.id = ANY(${projectIds}::int[]) AND p.automatic_investigation <> 'off'
        AND p.paused_at IS NULL AND p.archived_at IS NULL AND a.read_only_reason IS NULL)
    INSERT INTO investigations (id, account_id, project_id, build_run_id, automatic, has_log, credits_charged, charged_on)
    SELECT r.id, b.account_id, b.project_id, b.id, true, b.has_log, 0, (now() AT TIME ZONE 'America/New_York')::date
    FROM ${rowsOf(requests, { id: 'uuid', buildRunId: 'bigint' })}
    JOIN build_runs b ON b.id = r.build_run_id
    JOIN investigated p ON p.id = b.project_id
    WHERE p.every OR b.job_name = p.main_job
    ON CONFLICT (build_run_id) WHERE status <> 'failed' DO NOTHING
    RETURNING ${select}`,
});

const WITHDRAWN = 'The log arrived after this investigation.';

/** A finding without a log cost nothing. As after a failed investigation, the next request starts a new one. */
const withdraw = defineQuery({
  name: 'withdraw findings without a log',
  columns: {},
  examples: [[]],
  build: (buildRunIds: readonly number[]) => sql`UPDATE investigations
    SET status = 'failed', failure_reason = ${WITHDRAWN}, updated_at = now()
    WHERE build_run_id = ANY(${buildRunIds}::bigint[]) AND status = 'completed' AND NOT has_log`,
});

/**
 * Requests investigations of the builds that failed, where the project asks for it, and again of those whose log arrived
 * after they were investigated. Returns the ids of the new investigations. A batch without failures runs no statement.
 */
export async function requestInvestigations(
  tx: Queryable,
  { failed, withLateLog }: BuildFailures,
): Promise<string[]> {
  if (withLateLog.length > 0)
    await withdraw.execute(
      tx,
      withLateLog.map(({ id }) => id),
    );
  if (failed.length === 0) return [];
  const requests = failed.map((build) => ({ id: newId(), buildRunId: build.id }));
  const projectIds = [...new Set(failed.map(({ scope }) => scope.projectId))];
  return (await request.all(tx, { requests, projectIds })).map(({ id }) => id);
}
