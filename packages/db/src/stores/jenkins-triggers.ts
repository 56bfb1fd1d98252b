import { execute, type Queryable, queryOne, sql } from '../sql.js';
import type { PolledBuildKey } from './jenkins-builds.js';

/** What a triggered build is wanted of. */
export interface Trigger {
  readonly commit: string;
  readonly changelist: string;
  readonly branch: string;
}

/** A triggered build that waits for its number; null when it waits no longer. */
export function findTrigger(on: Queryable, key: PolledBuildKey): Promise<Trigger | null> {
  return queryOne(
    on,
    sql`SELECT commit_hash AS commit, changelist, branch FROM build_runs
        WHERE integration_id = ${key.integrationId} AND job_name = ${key.jobName}
          AND build_number = ${key.buildNumber} AND status = 'queued'`,
  );
}

/**
 * Gives a triggered build the number that the server gave it. When reports of that number came first, theirs is the
 * build, and the one that waited goes.
 */
export async function numberTriggeredBuild(tx: Queryable, key: PolledBuildKey, number: string): Promise<void> {
  const waiting = sql`integration_id = ${key.integrationId} AND job_name = ${key.jobName}
    AND build_number = ${key.buildNumber}`;
  const numbered = await execute(
    tx,
    sql`UPDATE build_runs SET build_number = ${number} WHERE ${waiting} AND NOT EXISTS (
          SELECT FROM build_runs WHERE integration_id = ${key.integrationId} AND job_name = ${key.jobName}
            AND build_number = ${number})`,
  );
  if (numbered === 0) await execute(tx, sql`DELETE FROM build_runs WHERE ${waiting}`);
}
