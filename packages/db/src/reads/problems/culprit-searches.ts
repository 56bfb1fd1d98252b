import type { CulpritRunner, CulpritRunOutcome, CulpritSearchState } from '@slipway/contracts';
import { columnsOf, computed, narrowed, nullable, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

const run = columnsOf('CulpritRun', 'r');
const runColumns = {
  ...pick(run, 'id', 'searchId', 'identifier', 'clientRunId', 'buildRunId', 'requestedAt', 'finishedAt'),
  ...pick(run, 'askedAt', 'failures', 'integrationId', 'jobKey', 'buildNumber', 'queueItem'),
  outcome: narrowed<CulpritRunOutcome>(run.outcome),
};

/** A run that a search requested, or that somebody reported to it. */
export interface CulpritRunRecord extends RowOf<typeof runColumns> {}

const search = columnsOf('CulpritSearch', 's');
const searchColumns = {
  ...pick(search, 'id', 'projectId', 'problemId', 'maxRuns', 'startedAt', 'endedAt', 'startedById'),
  ...pick(search, 'culpritChangeId', 'unavailable'),
  state: narrowed<CulpritSearchState>(search.state),
  runsBy: narrowed<CulpritRunner>(search.runsBy),
};

/** A search for the culprit of a problem. */
export interface CulpritSearchRecord extends RowOf<typeof searchColumns> {
  /** Oldest first. */
  readonly runs: readonly CulpritRunRecord[];
}

interface OfProblem {
  readonly projectId: number;
  readonly problemId: number;
}

/** A problem that reopens has another range, so what was searched before says nothing about it. */
const searches = defineQuery({
  name: 'list culprit searches',
  columns: searchColumns,
  examples: [{ projectId: 1, problemId: 1 }],
  build: ({ projectId, problemId }: OfProblem, select) => sql`SELECT ${select} FROM culprit_searches s
    JOIN problems p ON p.id = s.problem_id AND p.project_id = s.project_id
    WHERE s.problem_id = ${problemId} AND s.project_id = ${projectId}
      AND s.started_at >= COALESCE(p.reopened_at, p.first_seen_at)
    ORDER BY s.started_at DESC, s.id DESC LIMIT 20`,
});

const runsOf = defineQuery({
  name: 'list runs of culprit searches',
  columns: runColumns,
  examples: [{ projectId: 1, searchIds: [1] }],
  build: ({ projectId, searchIds }: { projectId: number; searchIds: readonly number[] }, select) =>
    sql`SELECT ${select} FROM culprit_runs r
      WHERE r.search_id = ANY(${searchIds}::bigint[]) AND r.project_id = ${projectId} ORDER BY r.requested_at, r.id`,
});

export interface FoundCulpritSearch {
  /** Null if nobody has started one since the problem opened. */
  readonly newest: CulpritSearchRecord | null;
  /** Those of all searches since then, oldest first. */
  readonly runs: readonly CulpritRunRecord[];
}

/** The newest search for the culprit of a problem, and all runs since the problem opened. */
export async function findCulpritSearch(
  { pool }: DatabaseHandle,
  projectId: number,
  problemId: number,
): Promise<FoundCulpritSearch> {
  const found = await searches.all(pool, { projectId, problemId });
  const newest = found[0];
  if (newest === undefined) return { newest: null, runs: [] };
  const runs = await runsOf.all(pool, { projectId, searchIds: found.map(({ id }) => id) });
  return { newest: { ...newest, runs: runs.filter(({ searchId }) => searchId === newest.id) }, runs };
}

const budget = defineQuery({
  name: 'find budget of requested runs',
  columns: {
    perDay: columnsOf('Project', 'p').culpritRunsPerDay,
    used: computed(
      'int4',
      sql`(SELECT count(*)::int FROM culprit_runs r WHERE r.project_id = p.id AND r.counted_on = d.day)`,
    ),
  },
  examples: [{ projectId: 1, day: '2026-11-15' }],
  build: ({ projectId, day }: { projectId: number; day: string }, select) =>
    sql`SELECT ${select} FROM projects p, (SELECT ${day}::date AS day) d WHERE p.id = ${projectId}`,
});

/** How many runs the searches of a project may request in a day, and how many they have, by `2026-11-15`. */
async function findCulpritBudget(
  { pool }: DatabaseHandle,
  projectId: number,
  day: string,
): Promise<{ readonly perDay: number; readonly used: number }> {
  return (await budget.first(pool, { projectId, day })) ?? { perDay: 0, used: 0 };
}

const change = columnsOf('Change', 'c');
const proven = defineQuery({
  name: 'find proven culprit',
  columns: {
    changeId: nullable(change.id),
    identifier: nullable(change.identifier),
    displayIdentifier: nullable(change.displayIdentifier),
    description: nullable(change.description),
    userId: nullable(computed('int4', sql`m.user_id`)),
  },
  examples: [{ projectId: 1, problemId: 1 }],
  build: ({ projectId, problemId }: OfProblem, select) => sql`SELECT ${select}
    FROM (SELECT s.* FROM culprit_searches s JOIN problems p ON p.id = s.problem_id AND p.project_id = s.project_id
      WHERE s.problem_id = ${problemId} AND s.project_id = ${projectId} AND s.state = 'ended'
        AND s.started_at >= COALESCE(p.reopened_at, p.first_seen_at)
      ORDER BY s.started_at DESC, s.id DESC LIMIT 1) s
    LEFT JOIN changes c ON c.id = s.culprit_change_id AND c.project_id = s.project_id
    LEFT JOIN account_memberships m ON m.account_id = s.account_id AND m.user_id = c.author_user_id
    WHERE s.conclusion = 'no_culprit' OR c.id IS NOT NULL`,
});

/** What a search proved about a problem: its culprit, or, with a null change, that it has none. Null if neither. */
export function findProvenCulprit({ pool }: DatabaseHandle, of: OfProblem) {
  return proven.first(pool, of);
}

/** The change that a search proved to be the culprit of a problem. */
export async function findCulpritChange(on: DatabaseHandle, of: OfProblem) {
  const { changeId: id, identifier, description } = (await findProvenCulprit(on, of)) ?? {};
  return id == null || identifier == null ? null : { id, identifier, description: description ?? '' };
}

export const reads = { findCulpritBudget };
