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
        WHERE integration_id = ${key.integrationId} AND job_key = ${key.jobName}
          AND build_number = ${key.buildNumber} AND status = 'queued'`,
  );
}

/**
 * Gives a triggered build the number that the server gave it. When reports of that number came first, theirs is the
 * build: it takes over what the trigger knew, and the one that waited goes.
 */
export async function numberTriggeredBuild(tx: Queryable, key: PolledBuildKey, number: string): Promise<void> {
  const { integrationId, jobName, buildNumber } = key;
  const numbered = await execute(
    tx,
    sql`UPDATE build_runs SET build_number = ${number}
        WHERE integration_id = ${integrationId} AND job_key = ${jobName} AND build_number = ${buildNumber}
          AND NOT EXISTS (SELECT FROM build_runs WHERE integration_id = ${integrationId} AND job_key = ${jobName}
            AND build_number = ${number})`,
  );
  if (numbered > 0) return;
  await execute(
    tx,
    sql`WITH waiting AS (
          DELETE FROM build_runs WHERE integration_id = ${integrationId} AND job_key = ${jobName}
            AND build_number = ${buildNumber} RETURNING commit_hash, changelist, branch)
        UPDATE build_runs b SET commit_hash = COALESCE(NULLIF(b.commit_hash, ''), w.commit_hash),
          changelist = COALESCE(NULLIF(b.changelist, ''), w.changelist),
          branch = COALESCE(NULLIF(b.branch, ''), w.branch)
        FROM waiting w
        WHERE b.integration_id = ${integrationId} AND b.job_key = ${jobName} AND b.build_number = ${number}`,
  );
}

/** Takes away builds that triggers asked for again after they were started: a repeat changes nothing. */
export async function dropRepeatedTriggers(on: Queryable): Promise<void> {
  await execute(
    on,
    sql`DELETE FROM build_runs b USING jenkins_polls p, jenkins_builds k
        WHERE b.integration_id = p.integration_id AND b.finished_at IS NULL AND b.status = 'queued'
          AND b.build_number ~ '^(commit|changelist)-' AND k.integration_id = b.integration_id
          AND k.job_key = b.job_key AND k.build_number = b.build_number AND k.settled_at IS NOT NULL`,
  );
}
