import { type Queryable, queryOne, sql } from '../sql.js';

/** What was captured of a build's output; empty when there is none. */
export interface BuildLogRecord {
  readonly content: string;
  readonly truncated: boolean;
}

/** The log of one build run of the project; null when there is no such run. */
function findBuildLog(on: Queryable, projectId: number, buildRunId: number): Promise<BuildLogRecord | null> {
  return queryOne(
    on,
    sql`SELECT COALESCE(l.content, '') AS content, COALESCE(l.truncated, false) AS truncated
        FROM build_runs b LEFT JOIN build_logs l ON l.build_run_id = b.id
        WHERE b.id = ${buildRunId} AND b.project_id = ${projectId}`,
  );
}

export const reads = { findBuildLog };
