import { createHash } from 'node:crypto';
import { canonicalJson, commitsAtStake, orphanTimes, type RecordedMove, type RefMove } from '@slipway/domain';
import { execute, type Queryable, query, sql } from '../../sql.js';
import { iso } from '../../times.js';
import { isNewToSource, type MergedChange } from './merged-change.js';
import type { ToldOperation } from './told-operation.js';
import type { Touch } from './touched.js';

/** What a batch says of the refs of one repository, and the changes of it that the batch made known. */
interface RepositoryNews {
  readonly integrationId: number;
  readonly repository: string;
  readonly moves: RefMove[];
  readonly newCommits: string[];
}

/** The most moves of one ref that are looked at, the latest. */
export const MAX_MOVES = 2_000;

function mentionsOf({ before, after, commits }: RefMove): string[] {
  return [...new Set([...commits, ...[before, after].filter((commit) => commit !== null)])];
}

function digestOf({ before, after, forced, commits, at }: RefMove): string {
  return createHash('sha256')
    .update(canonicalJson([before, after, forced, commits, at]))
    .digest('hex');
}

async function record(tx: Queryable, moves: readonly ToldOperation<RefMove>[]): Promise<void> {
  if (moves.length === 0) return;
  const rows = moves.map(({ scope, operation }) => ({
    account_id: scope.accountId,
    project_id: scope.projectId,
    integration_id: scope.integrationId,
    repository: operation.repository,
    ref: operation.ref,
    before: operation.before,
    after: operation.after,
    forced: operation.forced,
    commits: operation.commits,
    mentions: mentionsOf(operation),
    moved_at: iso(operation.at),
    digest: digestOf(operation),
  }));
  await execute(
    tx,
    sql`INSERT INTO ref_moves (account_id, project_id, integration_id, repository, ref, before, after, forced, commits,
          mentions, moved_at, digest)
        SELECT r.* FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(account_id int, project_id int,
          integration_id int, repository text, ref text, before text, after text, forced boolean, commits text[],
          mentions text[], moved_at timestamptz, digest text)
        ON CONFLICT (integration_id, repository, ref, digest) DO NOTHING`,
  );
}

function newsOf(
  moves: readonly ToldOperation<RefMove>[],
  changes: readonly { change: MergedChange; repository: string; identifier: string }[],
): RepositoryNews[] {
  const byRepository = new Map<string, RepositoryNews>();
  const of = (integrationId: number, repository: string) => {
    const key = JSON.stringify([integrationId, repository]);
    const known = byRepository.get(key) ?? { integrationId, repository, moves: [], newCommits: [] };
    byRepository.set(key, known);
    return known;
  };
  for (const { scope, operation } of moves) of(scope.integrationId, operation.repository).moves.push(operation);
  for (const { change, repository, identifier } of changes)
    if (isNewToSource(change)) of(change.scope.integrationId, repository).newCommits.push(identifier);
  return [...byRepository.values()];
}

/** Only where pushes were forced can anything be orphaned. */
async function withForced(tx: Queryable, news: readonly RepositoryNews[]): Promise<RepositoryNews[]> {
  if (news.length === 0) return [];
  const rows = await query<{ integrationId: number; repository: string }>(
    tx,
    sql`SELECT k.integration_id AS "integrationId", k.repository
        FROM unnest(${news.map(({ integrationId }) => integrationId)}::int[],
          ${news.map(({ repository }) => repository)}::text[]) AS k(integration_id, repository)
        WHERE EXISTS (SELECT FROM ref_moves m WHERE m.integration_id = k.integration_id
                        AND m.repository = k.repository AND m.forced)`,
  );
  return news.filter(({ integrationId, repository }) =>
    rows.some((row) => row.integrationId === integrationId && row.repository === repository),
  );
}

/** The refs of a repository whose moves name any of the commits. */
async function refsNaming(
  tx: Queryable,
  { integrationId, repository }: RepositoryNews,
  commits: readonly string[],
): Promise<string[]> {
  const rows = await query<{ ref: string }>(
    tx,
    sql`SELECT DISTINCT ref FROM ref_moves
        WHERE mentions && ${commits}::text[] AND integration_id = ${integrationId} AND repository = ${repository}`,
  );
  return rows.map(({ ref }) => ref);
}

async function loadMoves(
  tx: Queryable,
  { integrationId, repository }: RepositoryNews,
  refs: readonly string[],
): Promise<RecordedMove[]> {
  const rows = await query<Omit<RecordedMove, 'at'> & { movedAt: Date }>(
    tx,
    sql`SELECT m.ref, m.before, m.after, m.forced, m.commits, m.moved_at AS "movedAt"
        FROM unnest(${refs}::text[]) AS k(ref),
          LATERAL (SELECT * FROM ref_moves
                   WHERE integration_id = ${integrationId} AND repository = ${repository} AND ref = k.ref
                   ORDER BY moved_at DESC, id DESC LIMIT ${MAX_MOVES}) m`,
  );
  return rows.map(({ movedAt, ...move }) => ({ ...move, at: movedAt.getTime() }));
}

/** Adds the moves of further refs until all that name a commit at stake are there. */
async function withLinked(
  tx: Queryable,
  news: RepositoryNews,
  touched: readonly RecordedMove[],
): Promise<RecordedMove[]> {
  const moves = [...touched];
  const refs = new Set(moves.map(({ ref }) => ref));
  const asked = new Set<string>();
  for (;;) {
    const commits = [...commitsAtStake(moves)].filter((commit) => !asked.has(commit));
    if (commits.length === 0) return moves;
    for (const commit of commits) asked.add(commit);
    const others = (await refsNaming(tx, news, commits)).filter((ref) => !refs.has(ref));
    if (others.length === 0) return moves;
    for (const ref of others) refs.add(ref);
    moves.push(...(await loadMoves(tx, news, others)));
  }
}

/** A repository's orphans among the commits that the batch may have changed that for, by all recorded moves. */
async function orphansOf(tx: Queryable, news: RepositoryNews): Promise<Map<string, number | null>> {
  const told = [...new Set([...news.moves.flatMap(mentionsOf), ...news.newCommits])];
  const refs = new Set([...news.moves.map(({ ref }) => ref), ...(await refsNaming(tx, news, told))]);
  const touched = await loadMoves(tx, news, [...refs]);
  const moves = await withLinked(tx, news, touched);
  const times = orphanTimes(moves);
  // Others of the repository are no business of a batch without moves: it shares the project with other transactions.
  const held = touched.flatMap(({ after, commits }) => (after === null ? commits : [...commits, after]));
  const concerned =
    news.moves.length === 0 ? news.newCommits : new Set([...told, ...commitsAtStake(moves), ...held]);
  return new Map([...concerned].map((commit) => [commit, times.get(commit) ?? null]));
}

async function mark(
  tx: Queryable,
  news: RepositoryNews,
  times: ReadonlyMap<string, number | null>,
): Promise<number[]> {
  const [commits, at] = [[...times.keys()], [...times.values()]];
  const marked = await query<{ id: number }>(
    tx,
    sql`UPDATE changes c SET orphaned_at = r.at, updated_at = clock_timestamp()
        FROM unnest(${commits}::text[], ${at.map((time) => (time === null ? null : new Date(time)))}::timestamptz[])
          AS r(identifier, at)
        WHERE c.integration_id = ${news.integrationId} AND c.repository = ${news.repository}
          AND c.identifier = r.identifier AND c.orphaned_at IS DISTINCT FROM r.at
        RETURNING c.id`,
  );
  return marked.map(({ id }) => id);
}

/**
 * Records where refs moved and marks what forced pushes dropped. It follows from all recorded moves, not from the order
 * they come in, and is worked out for the commits and refs that the batch names.
 */
export async function applyRefMoves(
  tx: Queryable,
  moves: readonly ToldOperation<RefMove>[],
  changes: readonly { change: MergedChange; repository: string; identifier: string }[],
  touch: Touch,
): Promise<void> {
  await record(tx, moves);
  for (const news of await withForced(tx, newsOf(moves, changes))) {
    const marked = await mark(tx, news, await orphansOf(tx, news));
    for (const { scope, operation } of moves) {
      if (scope.integrationId !== news.integrationId || operation.repository !== news.repository) continue;
      for (const id of marked) touch(scope, 'change', id);
    }
  }
}
