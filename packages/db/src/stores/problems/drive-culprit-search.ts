import type { CulpritRunOutcome } from '@slipway/contracts';
import { takeAdvisoryLock } from '../../advisory-lock.js';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { reads } from '../../reads/problems/culprit-searches.js';
import { sql } from '../../sql.js';

/** How many searches one run of the timer drives. */
const MAX_DRIVEN = 20;
/** Searches of a project request their runs one after another, so that no two exceed the budget together. */
const BUDGET_LOCK = 74_031;

const columns = pick(columnsOf('CulpritSearch', 's'), 'id', 'accountId', 'projectId', 'problemId', 'maxRuns');

/** An active search that a worker drives. */
export interface DrivenSearchRecord extends RowOf<typeof columns> {}

const dueSearches = defineQuery({
  name: 'list due culprit searches',
  columns: pick(columns, 'id'),
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select} FROM culprit_searches s
    JOIN projects p ON p.id = s.project_id JOIN accounts a ON a.id = p.account_id
    WHERE s.state = 'active' AND s.runs_by = 'ci' AND s.due_at <= now() AND p.paused_at IS NULL
      AND p.archived_at IS NULL AND a.read_only_reason IS NULL
    ORDER BY s.due_at LIMIT ${MAX_DRIVEN}`,
});

/** The searches that may go on, longest waiting first. */
export async function listDueCulpritSearches({ pool }: DatabaseHandle): Promise<number[]> {
  return (await dueSearches.all(pool, null)).map(({ id }) => id);
}

const claimSearch = defineQuery({
  name: 'claim culprit search',
  columns,
  examples: [1],
  build: (id: number, select) => sql`SELECT ${select} FROM culprit_searches s
    WHERE s.id = ${id} AND s.state = 'active' FOR UPDATE SKIP LOCKED`,
});

/** Locks an active search until the transaction ends; null if another worker drives it, or it has ended. */
export function claimCulpritSearch({ pool }: DatabaseHandle, id: number): Promise<DrivenSearchRecord | null> {
  return claimSearch.first(pool, id);
}

interface Postponed {
  readonly id: number;
  readonly seconds: number;
}

const postpone = defineQuery({
  name: 'postpone culprit search',
  columns: {},
  examples: [{ id: 1, seconds: 10 }],
  build: ({ id, seconds }: Postponed) =>
    sql`UPDATE culprit_searches SET due_at = now() + make_interval(secs => ${seconds}) WHERE id = ${id}`,
});

/** Lets a search wait; a report of one of its builds ends the wait. */
export async function postponeCulpritSearch({ pool }: DatabaseHandle, postponed: Postponed): Promise<void> {
  await postpone.execute(pool, postponed);
}

const linkByNumber = defineQuery({
  name: 'link runs of culprit search',
  columns: {},
  examples: [1],
  build: (searchId: number) => sql`WITH found AS (
      SELECT r.id AS run_id, b.id, s.problem_id FROM culprit_runs r JOIN culprit_searches s ON s.id = r.search_id
      JOIN build_runs b ON b.integration_id = r.integration_id AND b.job_key = r.job_key
        AND b.build_number = r.build_number AND b.project_id = s.project_id
      WHERE r.search_id = ${searchId} AND r.build_run_id IS NULL AND r.build_number IS NOT NULL),
    marked AS (UPDATE build_runs b SET searched_problem_id = found.problem_id FROM found WHERE b.id = found.id)
    UPDATE culprit_runs r SET build_run_id = found.id, outcome = 'running' FROM found
    WHERE r.id = found.run_id AND r.outcome = 'requested'`,
});

/** Links the runs whose builds were reported before the tool said which numbers they have. */
export async function linkCulpritRuns({ pool }: DatabaseHandle, searchId: number): Promise<void> {
  await linkByNumber.execute(pool, searchId);
}

interface SettledRun {
  readonly id: number;
  readonly outcome: CulpritRunOutcome;
  readonly finishedAt: Date;
}

/** Stores how a run of a locked search ended. */
export async function settleCulpritRun({ prisma }: DatabaseHandle, { id, ...ended }: SettledRun): Promise<void> {
  await prisma.culpritRun.update({ where: { id }, data: ended });
}

export interface RequestedRuns {
  readonly identifiers: readonly string[];
  readonly integrationId: number;
  readonly jobKey: string;
  /** The day whose budget they use, such as `2026-11-15`. */
  readonly day: string;
  readonly now: Date;
}

/** Writes the runs that a locked search is about to request, as far as the day's budget allows. */
export async function addRequestedRuns(
  tx: DatabaseHandle,
  { id: searchId, projectId }: DrivenSearchRecord,
  { identifiers, integrationId, jobKey, day, now }: RequestedRuns,
): Promise<void> {
  await takeAdvisoryLock(tx.pool, BUDGET_LOCK);
  const { perDay, used } = await reads.findCulpritBudget(tx, projectId, day);
  const run = { searchId, projectId, outcome: 'requested', integrationId, jobKey, requestedAt: now } as const;
  await tx.prisma.culpritRun.createMany({
    data: identifiers
      .slice(0, Math.max(0, perDay - used))
      .map((identifier) => ({ ...run, identifier, countedOn: new Date(day) })),
  });
  await announceChange(tx, projectId, 'problem');
}

const claimAsk = defineQuery({
  name: 'claim request of run',
  columns: pick(columnsOf('CulpritRun', 'r'), 'id', 'identifier', 'failures'),
  examples: [1],
  build: (searchId: number, select) => sql`UPDATE culprit_runs r SET asked_at = now()
    WHERE r.id = (SELECT o.id FROM culprit_runs o JOIN culprit_searches s ON s.id = o.search_id AND s.state = 'active'
      WHERE o.search_id = ${searchId} AND o.asked_at IS NULL AND o.outcome = 'requested' ORDER BY o.id LIMIT 1
      FOR UPDATE OF o SKIP LOCKED)
    RETURNING ${select}`,
});

/**
 * Takes the next run that the tool is to be asked for. From here on it may have started, whatever happens to the
 * worker, so no other one asks for it again.
 */
export function claimCulpritRun(
  { pool }: DatabaseHandle,
  searchId: number,
): Promise<{ readonly id: number; readonly identifier: string; readonly failures: number } | null> {
  return claimAsk.first(pool, searchId);
}

/** Stores what the tool answered: the number of the build, or where it waits for one. */
export async function confirmCulpritRun(
  { prisma }: DatabaseHandle,
  id: number,
  { buildNumber, queueItem }: { readonly buildNumber: string | null; readonly queueItem: number | null },
): Promise<void> {
  await prisma.culpritRun.update({ where: { id }, data: { buildNumber, queueItem } });
}

/** Gives a run back that the tool certainly did not start. */
export async function releaseCulpritRun({ prisma }: DatabaseHandle, id: number): Promise<void> {
  await prisma.culpritRun.updateMany({
    where: { id, buildRunId: null },
    data: { askedAt: null, failures: { increment: 1 } },
  });
}

/** Removes the runs of a search that no tool was asked for, so that they use up no budget. */
export async function dropUnaskedRuns({ prisma }: DatabaseHandle, searchId: number): Promise<void> {
  await prisma.culpritRun.deleteMany({ where: { searchId, askedAt: null, clientRunId: null } });
}
