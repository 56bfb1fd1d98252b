import { createHash } from 'node:crypto';
import { canonicalJson, commitsAtStake, orphanTimes, type RecordedMove, type RefMove } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso } from '../../../times.js';
import type { ScopedOperation } from '../engine/scoped-operation.js';
import type { Touch } from '../engine/touched-rows.js';
import type { AppliedChange } from './apply-changes.js';
import { isNewToSource } from './merged-change.js';

/** One repository's moves and new changes in a batch. */
interface RepositoryBatch {
  readonly integrationId: number;
  readonly repository: string;
  readonly moves: RefMove[];
  readonly newCommits: string[];
}

/** How many of a ref's moves are considered, from the latest back. */
export const MAX_MOVES = 2_000;

function mentionsOf({ before, after, commits }: RefMove): string[] {
  return [...new Set([...commits, ...[before, after].filter((commit) => commit !== null)])];
}

/** Includes the delivery key: a branch forced away, back and away again within a second makes the same move twice. */
function digestOf({ scope, operation }: ScopedOperation<RefMove>): string {
  const { before, after, forced, commits, at } = operation;
  return createHash('sha256')
    .update(canonicalJson([scope.deliveryKey, before, after, forced, commits, at]))
    .digest('hex');
}

const toRow = ({ scope, operation }: ScopedOperation<RefMove>) => ({
  accountId: scope.accountId,
  projectId: scope.projectId,
  integrationId: scope.integrationId,
  repository: operation.repository,
  ref: operation.ref,
  before: operation.before,
  after: operation.after,
  forced: operation.forced,
  commits: operation.commits,
  mentions: mentionsOf(operation),
  movedAt: iso(operation.at),
  digest: digestOf({ scope, operation }),
});

const insertMoves = defineQuery({
  name: 'insert ref_moves',
  columns: {},
  examples: [[]],
  build: (moves: readonly ReturnType<typeof toRow>[]) => sql`INSERT INTO ref_moves (account_id, project_id,
      integration_id, repository, ref, before, after, forced, commits, mentions, moved_at, digest)
    SELECT account_id, project_id, integration_id, repository, ref, before, after, forced,
      ARRAY(SELECT jsonb_array_elements_text(r.commits)), ARRAY(SELECT jsonb_array_elements_text(r.mentions)),
      moved_at, digest
    FROM ${rowsOf(moves, {
      accountId: 'int',
      projectId: 'int',
      integrationId: 'int',
      repository: 'text',
      ref: 'text',
      before: 'text',
      after: 'text',
      forced: 'boolean',
      commits: 'jsonb',
      mentions: 'jsonb',
      movedAt: 'timestamptz',
      digest: 'text',
    })}
    ON CONFLICT (integration_id, repository, ref, digest) DO NOTHING`,
});

function batchesOf(
  moves: readonly ScopedOperation<RefMove>[],
  changes: readonly AppliedChange[],
): RepositoryBatch[] {
  const batches = new Map<string, RepositoryBatch>();
  const batchOf = (integrationId: number, repository: string) => {
    const key = JSON.stringify([integrationId, repository]);
    const known = batches.get(key) ?? { integrationId, repository, moves: [], newCommits: [] };
    batches.set(key, known);
    return known;
  };
  for (const { scope, operation } of moves)
    batchOf(scope.integrationId, operation.repository).moves.push(operation);
  for (const { change, report } of changes) {
    const { repository, identifier } = report.operation;
    if (isNewToSource(change)) batchOf(change.scope.integrationId, repository).newCommits.push(identifier);
  }
  return [...batches.values()];
}

const forcedRepositories = defineQuery({
  name: 'find repositories with forced pushes',
  columns: {
    integrationId: computed('int4', sql`r.integration_id`),
    repository: computed('text', sql`r.repository`),
  },
  examples: [[]],
  build: (batches: readonly RepositoryBatch[], select) => sql`SELECT ${select}
    FROM ${rowsOf<Pick<RepositoryBatch, 'integrationId' | 'repository'>>(batches, {
      integrationId: 'int',
      repository: 'text',
    })}
    WHERE EXISTS (SELECT FROM ref_moves m WHERE m.integration_id = r.integration_id AND m.repository = r.repository
                    AND m.forced)`,
});

/** Only a repository with forced pushes can have orphans. */
async function withForced(tx: Queryable, batches: readonly RepositoryBatch[]): Promise<RepositoryBatch[]> {
  if (batches.length === 0) return [];
  const rows = await forcedRepositories.all(tx, batches);
  return batches.filter(({ integrationId, repository }) =>
    rows.some((row) => row.integrationId === integrationId && row.repository === repository),
  );
}

type InRepository<Field extends string> = Pick<RepositoryBatch, 'integrationId' | 'repository'> & {
  readonly [F in Field]: readonly string[];
};

/** A repository's refs whose moves mention any of the commits. */
const refsMentioning = defineQuery({
  name: 'find refs that mention commits',
  columns: pick(columnsOf('RefMove'), 'ref'),
  examples: [{ integrationId: 1, repository: '', commits: [] }],
  build: ({ integrationId, repository, commits }: InRepository<'commits'>, select) =>
    sql`SELECT DISTINCT ${select} FROM ref_moves
      WHERE mentions && ${commits}::text[] AND integration_id = ${integrationId} AND repository = ${repository}`,
});

async function listRefsMentioning(
  tx: Queryable,
  { integrationId, repository }: RepositoryBatch,
  commits: readonly string[],
): Promise<string[]> {
  return (await refsMentioning.all(tx, { integrationId, repository, commits })).map(({ ref }) => ref);
}

const movesOfRefs = defineQuery({
  name: 'load moves of refs',
  columns: pick(columnsOf('RefMove', 'm'), 'ref', 'before', 'after', 'forced', 'commits', 'movedAt'),
  examples: [{ integrationId: 1, repository: '', refs: [] }],
  build: ({ integrationId, repository, refs }: InRepository<'refs'>, select) => sql`SELECT ${select}
    FROM unnest(${refs}::text[]) AS k(ref),
      LATERAL (SELECT * FROM ref_moves
               WHERE integration_id = ${integrationId} AND repository = ${repository} AND ref = k.ref
               ORDER BY moved_at DESC, id DESC LIMIT ${MAX_MOVES}) m`,
});

async function loadMoves(
  tx: Queryable,
  { integrationId, repository }: RepositoryBatch,
  refs: readonly string[],
): Promise<RecordedMove[]> {
  const rows = await movesOfRefs.all(tx, { integrationId, repository, refs });
  return rows.map(({ movedAt, ...move }) => ({ ...move, at: movedAt.getTime() }));
}

/** Adds the moves of further refs until every ref that mentions a commit at stake is included. */
async function withLinkedRefs(
  tx: Queryable,
  batch: RepositoryBatch,
  touched: readonly RecordedMove[],
): Promise<RecordedMove[]> {
  const moves = [...touched];
  const refs = new Set(moves.map(({ ref }) => ref));
  const searched = new Set<string>();
  for (;;) {
    const commits = [...commitsAtStake(moves)].filter((commit) => !searched.has(commit));
    if (commits.length === 0) return moves;
    for (const commit of commits) searched.add(commit);
    const others = (await listRefsMentioning(tx, batch, commits)).filter((ref) => !refs.has(ref));
    if (others.length === 0) return moves;
    for (const ref of others) refs.add(ref);
    moves.push(...(await loadMoves(tx, batch, others)));
  }
}

/** When each commit affected by the batch was orphaned; null if it is not orphaned. */
async function orphansOf(tx: Queryable, batch: RepositoryBatch): Promise<Map<string, number | null>> {
  const reported = [...new Set([...batch.moves.flatMap(mentionsOf), ...batch.newCommits])];
  const mentioning = await listRefsMentioning(tx, batch, reported);
  const refs = new Set([...batch.moves.map(({ ref }) => ref), ...mentioning]);
  const touched = await loadMoves(tx, batch, [...refs]);
  const moves = await withLinkedRefs(tx, batch, touched);
  const times = orphanTimes(moves);
  const added = touched.flatMap(({ after, commits }) => (after === null ? commits : [...commits, after]));
  // A batch without moves shares the project with other transactions and may write only its own commits.
  const affected =
    batch.moves.length === 0 ? batch.newCommits : new Set([...reported, ...commitsAtStake(moves), ...added]);
  return new Map([...affected].map((commit) => [commit, times.get(commit) ?? null]));
}

interface OrphanMarks extends Pick<RepositoryBatch, 'integrationId' | 'repository'> {
  readonly marks: readonly { readonly identifier: string; readonly orphanedAt: string | null }[];
}

const markOrphans = defineQuery({
  name: 'mark orphaned changes',
  columns: pick(columnsOf('Change', 'c'), 'id'),
  examples: [{ integrationId: 1, repository: '', marks: [] }],
  build: ({ integrationId, repository, marks }: OrphanMarks, select) => sql`UPDATE changes c
    SET orphaned_at = r.orphaned_at, updated_at = clock_timestamp()
    FROM ${rowsOf(marks, { identifier: 'text', orphanedAt: 'timestamptz' })}
    WHERE c.integration_id = ${integrationId} AND c.repository = ${repository} AND c.identifier = r.identifier
      AND c.orphaned_at IS DISTINCT FROM r.orphaned_at
    RETURNING ${select}`,
});

/**
 * Records ref moves and marks the changes that forced pushes orphaned. Orphans are computed from all recorded moves of
 * the commits and refs that the batch mentions, so the order of arrival does not matter.
 */
export async function applyRefMoves(
  tx: Queryable,
  moves: readonly ScopedOperation<RefMove>[],
  changes: readonly AppliedChange[],
  touch: Touch,
): Promise<void> {
  if (moves.length > 0) await insertMoves.execute(tx, moves.map(toRow));
  for (const batch of await withForced(tx, batchesOf(moves, changes))) {
    const { integrationId, repository } = batch;
    const times = await orphansOf(tx, batch);
    const marks = [...times].map(([identifier, at]) => ({ identifier, orphanedAt: iso(at) }));
    const marked = await markOrphans.all(tx, { integrationId, repository, marks });
    for (const { scope, operation } of moves) {
      if (scope.integrationId !== integrationId || operation.repository !== repository) continue;
      for (const { id } of marked) touch(scope, 'change', id);
    }
  }
}
