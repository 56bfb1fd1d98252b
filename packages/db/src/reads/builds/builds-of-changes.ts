import { columnsOf, pick, type RowOf } from '../../columns.js';
import { isShortHash, namesOfHash } from '../../commit-names.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { limited } from '../../keyset.js';
import { type Sql, sql } from '../../sql.js';
import { toBuildRun } from './build-runs.js';

const columns = pick(
  columnsOf('BuildRun', 'b'),
  'id',
  'status',
  'commitHash',
  'jobName',
  'buildNumber',
  'durationSeconds',
  'startedAt',
  'finishedAt',
  'createdAt',
);

export interface BuildOfChangeRecord extends RowOf<typeof columns> {}

interface NewestBuilds {
  readonly projectId: number;
  /** Changelist numbers and commit hashes. */
  readonly identifiers: readonly string[];
  readonly count: number;
}

/**
 * Reads the newest builds of each name, each from one range of an index, so that the cost does not grow with the number
 * of builds. The ranges have one value each. Written as an equality, PostgreSQL could also walk all builds of the
 * project in the order of their creation, and would reach the end for a name that no build has.
 */
const newestBuilds = defineQuery({
  name: 'list builds of changes',
  columns,
  prepared: true,
  examples: [{ projectId: 1, identifiers: ['abcdef0'], count: 1 }],
  build: ({ projectId, identifiers, count }: NewestBuilds, select) => {
    const newest = (column: Sql) => sql`CROSS JOIN LATERAL (SELECT id, created_at FROM build_runs
      WHERE project_id = ${projectId} AND ${column} <> '' AND ${column} >= n.name AND ${column} <= n.name
      ORDER BY ${column} DESC, created_at DESC, id DESC ${limited(count)}) found`;
    const hashes = identifiers.flatMap(namesOfHash);
    const short = identifiers.filter(isShortHash);
    return sql`WITH RECURSIVE longer(short, hash) AS (
          SELECT hash, hash FROM unnest(${short}::text[]) AS hash
          UNION ALL SELECT short, (SELECT commit_hash FROM build_runs
            WHERE project_id = ${projectId} AND commit_hash <> '' AND commit_hash > longer.hash
              AND commit_hash <= rpad(short, 64, 'f')
            ORDER BY commit_hash LIMIT 1) FROM longer WHERE hash IS NOT NULL),
        newest AS (
          SELECT found.* FROM unnest(${identifiers}::text[]) AS n(name) ${newest(sql`changelist`)}
          UNION SELECT found.* FROM (
            SELECT unnest(${hashes}::text[]) UNION SELECT hash FROM longer WHERE starts_with(hash, short)
          ) n(name) ${newest(sql`commit_hash`)}
          ORDER BY created_at DESC, id DESC ${limited(count)})
        SELECT ${select} FROM newest JOIN build_runs b ON b.id = newest.id
        ORDER BY b.created_at DESC, b.id DESC`;
  },
});

/**
 * The newest builds of some changes: those that report the number of a changelist, or the hash of a commit in full or
 * abbreviated.
 */
export async function listBuildsOfChanges(
  { pool }: DatabaseHandle,
  newest: NewestBuilds,
): Promise<BuildOfChangeRecord[]> {
  return (await newestBuilds.all(pool, newest)).map(toBuildRun);
}
