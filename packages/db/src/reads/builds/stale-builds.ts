import type { BuildStatus } from '@slipway/contracts';
import { isOver, isStaleBuild } from '@slipway/domain';
import { columnsOf, computed, nullable, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { usualSeconds } from './jobs.js';

interface BuildsOfAccount {
  readonly accountId: number;
  readonly ids: readonly number[];
}

const reported = defineQuery({
  name: 'list reported builds',
  columns: {
    ...pick(columnsOf('BuildRun', 'b'), 'id', 'status', 'updatedAt'),
    usualSeconds: nullable(computed('float8', sql`j.seconds`)),
  },
  examples: [{ accountId: 1, ids: [1] }],
  build: ({ accountId, ids }: BuildsOfAccount, select) =>
    sql`WITH found AS MATERIALIZED (
          SELECT id, project_id, job_key, status, updated_at FROM build_runs
          WHERE id = ANY(${ids}::bigint[]) AND account_id = ${accountId}),
        jobs AS (
          SELECT n.project_id, n.job_key, m.seconds FROM (SELECT DISTINCT project_id, job_key FROM found) n,
            LATERAL (${usualSeconds(sql`n.project_id`, sql`n.job_key`)}) m)
        SELECT ${select} FROM found b JOIN jobs j USING (project_id, job_key)`,
});

/** The ids of those among an account's builds that are unfinished and no longer count as running. */
async function findStaleBuilds(
  { pool }: DatabaseHandle,
  accountId: number,
  builds: readonly { readonly id: number; readonly status: BuildStatus }[],
  now: number,
): Promise<ReadonlySet<number>> {
  const ids = builds.flatMap(({ id, status }) => (isOver(status) ? [] : [id]));
  if (ids.length === 0) return new Set();
  const found = await reported.all(pool, { accountId, ids });
  return new Set(found.flatMap((build) => (isStaleBuild(build, now) ? [build.id] : [])));
}

export const reads = { findStaleBuilds };
