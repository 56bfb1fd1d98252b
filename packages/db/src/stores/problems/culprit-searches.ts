import type { CulpritConclusion, CulpritRunner, CulpritRunOutcome } from '@slipway/contracts';
import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { sql } from '../../sql.js';

export interface NewCulpritSearch {
  readonly accountId: number;
  readonly projectId: number;
  readonly problemId: number;
  readonly runsBy: CulpritRunner;
  readonly maxRuns: number;
  readonly startedById: number;
  readonly now: Date;
}

const startSearch = defineQuery({
  name: 'start culprit search',
  columns: pick(columnsOf('CulpritSearch', 's'), 'id'),
  examples: [
    {
      accountId: 1,
      projectId: 1,
      problemId: 1,
      runsBy: 'ci' as const,
      maxRuns: 20,
      startedById: 1,
      now: new Date(0),
    },
  ],
  build: (
    { accountId, projectId, problemId, runsBy, maxRuns, startedById, now }: NewCulpritSearch,
    select,
  ) => sql`INSERT INTO culprit_searches AS s (account_id, project_id, problem_id, runs_by, max_runs,
      started_by_id, started_at, due_at)
    SELECT ${accountId}, ${projectId}, id, ${runsBy}::culprit_runner, ${maxRuns}, ${startedById}, ${now}::timestamptz,
      ${now}::timestamptz FROM problems WHERE id = ${problemId} AND project_id = ${projectId}
    ON CONFLICT (problem_id) WHERE state = 'active' DO NOTHING RETURNING ${select}`,
});

/** Starts a search in the caller's transaction; false if one is active. Requests at the same time start one. */
export async function startCulpritSearch(tx: DatabaseHandle, search: NewCulpritSearch): Promise<boolean> {
  const started = await startSearch.first(tx.pool, search);
  if (started === null) return false;
  await announceChange(tx, search.projectId, 'problem');
  return true;
}

interface ProblemPlace {
  readonly projectId: number;
  readonly problemId: number;
  readonly now: Date;
}

const stopSearch = defineQuery({
  name: 'stop culprit search',
  columns: {},
  examples: [{ projectId: 1, problemId: 1, now: new Date(0) }],
  build: ({ projectId, problemId, now }: ProblemPlace) =>
    sql`UPDATE culprit_searches SET state = 'stopped', ended_at = ${now}::timestamptz
      WHERE problem_id = ${problemId} AND project_id = ${projectId} AND state = 'active'`,
});

/** Stops the active search of a problem; false if there is none. */
export async function stopCulpritSearch(tx: DatabaseHandle, place: ProblemPlace): Promise<boolean> {
  if ((await stopSearch.execute(tx.pool, place)) === 0) return false;
  await announceChange(tx, place.projectId, 'problem');
  return true;
}

export interface ReportedRun {
  readonly projectId: number;
  readonly problemId: number;
  readonly clientRunId: string;
  readonly identifier: string;
  readonly outcome: CulpritRunOutcome;
  readonly now: Date;
}

const activeSearch = defineQuery({
  name: 'lock active culprit search',
  columns: pick(columnsOf('CulpritSearch', 's'), 'id', 'maxRuns'),
  examples: [{ projectId: 1, problemId: 1 }],
  build: ({ projectId, problemId }: Pick<ProblemPlace, 'projectId' | 'problemId'>, select) =>
    sql`SELECT ${select} FROM culprit_searches s
      WHERE s.problem_id = ${problemId} AND s.project_id = ${projectId} AND s.state = 'active' FOR UPDATE`,
});

/**
 * Locks the active search of a problem until the transaction ends, so that its runs are written one after another; null
 * if there is none.
 */
export function lockCulpritSearch(
  tx: DatabaseHandle,
  place: Pick<ProblemPlace, 'projectId' | 'problemId'>,
): Promise<{ readonly id: number; readonly maxRuns: number } | null> {
  return activeSearch.first(tx.pool, place);
}

/** The result that a client has reported under an id; null if it has not. */
export async function findReportedRun(
  { prisma }: DatabaseHandle,
  { projectId, clientRunId }: Pick<ReportedRun, 'projectId' | 'clientRunId'>,
): Promise<{
  readonly problemId: number;
  readonly identifier: string;
  readonly outcome: CulpritRunOutcome;
} | null> {
  const run = await prisma.culpritRun.findUnique({
    where: { projectId_clientRunId: { projectId, clientRunId } },
    select: { identifier: true, outcome: true, search: { select: { problemId: true } } },
  });
  if (run === null) return null;
  return { identifier: run.identifier, outcome: run.outcome, problemId: Number(run.search.problemId) };
}

/** Records a reported result in a locked search. */
export async function addReportedRun(
  tx: DatabaseHandle,
  searchId: number,
  { projectId, clientRunId, identifier, outcome, now }: ReportedRun,
): Promise<void> {
  await tx.prisma.culpritRun.create({
    data: { searchId, projectId, clientRunId, identifier, outcome, requestedAt: now, finishedAt: now },
  });
  await announceChange(tx, projectId, 'problem');
}

export interface EndedSearch {
  readonly projectId: number;
  readonly problemId: number;
  readonly searchId: number;
  readonly now: Date;
  /** What its runs proved; null if none could be run. */
  readonly conclusion: CulpritConclusion | null;
  /** The change that runs proved to be the culprit; null if none was. */
  readonly culpritChangeId: number | null;
  /** Why no run can be requested, if that ends it. */
  readonly unavailable: string | null;
}

const endSearch = defineQuery({
  name: 'end culprit search',
  columns: {},
  examples: [
    {
      projectId: 1,
      problemId: 1,
      searchId: 1,
      now: new Date(0),
      conclusion: 'found' as const,
      culpritChangeId: null,
      unavailable: null,
    },
  ],
  build: ({ projectId, searchId, now, conclusion, culpritChangeId, unavailable }: EndedSearch) =>
    sql`UPDATE culprit_searches SET state = 'ended', ended_at = ${now}::timestamptz,
        conclusion = ${conclusion}::culprit_conclusion, culprit_change_id = ${culpritChangeId}::bigint, unavailable = ${unavailable}::text
      WHERE id = ${searchId} AND project_id = ${projectId} AND state = 'active'`,
});

/** Ends a search in the caller's transaction; false if it is no longer active. */
export async function endCulpritSearch(tx: DatabaseHandle, ended: EndedSearch): Promise<boolean> {
  if ((await endSearch.execute(tx.pool, ended)) === 0) return false;
  await announceChange(tx, ended.projectId, 'problem');
  return true;
}
