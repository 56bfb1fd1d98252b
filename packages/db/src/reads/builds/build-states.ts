import { NOT_SEARCHED } from '../../build-status.js';
import { columnsOf, computed, pick, type RowOf } from '../../columns.js';
import { namesOfHash } from '../../commit-names.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { type Sql, sql } from '../../sql.js';

const columns = {
  ...pick(columnsOf('BuildRun', 'b'), 'id', 'jobName', 'buildNumber', 'status'),
  identifier: computed('text', sql`b.identifier`),
};

export interface BuildStateRecord extends RowOf<typeof columns> {}

interface NamedChanges {
  readonly projectId: number;
  readonly identifiers: readonly string[];
}

/** How many builds of each name are read; only the newest of each job is kept. */
const MAX_BUILDS = 20;

/** One short range of an index for each name, as in builds-of-changes.ts. */
const newestBuilds = defineQuery({
  name: 'list build states of changes',
  columns,
  examples: [{ projectId: 1, identifiers: ['abcdef0'] }],
  build: ({ projectId, identifiers }: NamedChanges, select) => {
    const newest = (column: Sql) => sql`CROSS JOIN LATERAL (
      SELECT id, job_name, build_number, status, created_at FROM build_runs
      WHERE project_id = ${projectId} AND ${column} <> '' AND ${column} >= n.name AND ${column} <= n.name AND ${NOT_SEARCHED}
      ORDER BY ${column} DESC, created_at DESC, id DESC LIMIT ${MAX_BUILDS}) found`;
    const hashes = identifiers.flatMap((identifier) =>
      namesOfHash(identifier).map((name) => ({ identifier, name })),
    );
    const owners = hashes.map(({ identifier }) => identifier);
    const names = hashes.map(({ name }) => name);
    return sql`SELECT ${select} FROM (
          SELECT n.identifier, found.*
          FROM unnest(${owners}::text[], ${names}::text[]) AS n(identifier, name) ${newest(sql`commit_hash`)}
          UNION SELECT n.name, found.* FROM unnest(${identifiers}::text[]) AS n(name) ${newest(sql`changelist`)}) b
        ORDER BY b.created_at DESC, b.id DESC`;
  },
});

/** The newest build of each job for each of some changes, newest first. */
async function listBuildStates(
  { pool }: DatabaseHandle,
  projectId: number,
  identifiers: readonly string[],
): Promise<BuildStateRecord[]> {
  if (identifiers.length === 0) return [];
  const builds = await newestBuilds.all(pool, { projectId, identifiers });
  const keyOf = ({ identifier, jobName }: BuildStateRecord) => JSON.stringify([identifier, jobName]);
  const newest = new Map<string, BuildStateRecord>();
  for (const build of builds) if (!newest.has(keyOf(build))) newest.set(keyOf(build), build);
  return [...newest.values()];
}

export const reads = { listBuildStates };
