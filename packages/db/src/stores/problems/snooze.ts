import { type BuiltRevision, isNewerRevision } from '@slipway/domain';
import { columnsOf, computed, nullable, pick, type RowOf } from '../../columns.js';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import type { JobBuild } from '../../reads/builds/build-points.js';
import { builtChange } from '../../reads/builds/searched-builds.js';
import { sql } from '../../sql.js';
import { writeSnoozeEnd } from '../notifications/snooze-events.js';

/** How many snoozes one run of the timer ends. */
const MAX_ENDED = 100;
/** As many builds before the snooze are compared: of the problem, and of the project. */
const MAX_OF_PROBLEM = 50;
const MAX_OF_PROJECT = 300;

/** A snooze that has just ended. */
const endedColumns = pick(
  columnsOf('Problem', 'o'),
  'id',
  'accountId',
  'projectId',
  'lastBuildRunId',
  'assigneeUserId',
  'snoozedAt',
  'snoozedById',
);
export interface EndedSnooze extends RowOf<typeof endedColumns> {}

const endDue = defineQuery({
  name: 'end due snoozes',
  columns: endedColumns,
  examples: [null],
  build: (_: null, select) => sql`UPDATE problems p SET snoozed_until = NULL
    FROM (SELECT * FROM problems WHERE snoozed_until <= now() ORDER BY snoozed_until LIMIT ${MAX_ENDED}
      FOR UPDATE SKIP LOCKED) o
    WHERE p.id = o.id RETURNING ${select}`,
});

/** Ends the snoozes whose time has come, and notifies those who asked for them. Returns how many. */
export function endDueSnoozes(database: Database): Promise<number> {
  return database.modelTransaction(async (tx) => {
    const ended = await endDue.all(tx.pool, null);
    for (const snooze of ended) await announceEnd(tx, snooze, null);
    return ended.length;
  });
}

async function announceEnd(
  tx: Pick<DatabaseHandle, 'pool'>,
  snooze: EndedSnooze,
  buildRunId: number | null,
): Promise<void> {
  await writeSnoozeEnd(tx.pool, { ...snooze, buildRunId });
  await announceChange(tx, snooze.projectId, 'problem');
}

interface SeenAgain {
  readonly problemId: number;
  readonly build: JobBuild;
}

const revision = {
  ...pick(columnsOf('BuildRun', 'b'), 'commitHash', 'changelist'),
  madeAt: nullable(
    computed('timestamptz', sql`(SELECT c.timestamp FROM changes c WHERE c.id = ${builtChange} OFFSET 0)`),
  ),
};
const asRevision = ({ madeAt, ...built }: RowOf<typeof revision>): BuiltRevision => ({
  ...built,
  madeAt: madeAt?.getTime() ?? null,
});

const failedRevision = defineQuery({
  name: 'find revision of build',
  columns: revision,
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: { readonly projectId: number; readonly id: number }, select) =>
    sql`SELECT ${select} FROM build_runs b WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

/** What the jobs of a snoozed problem had built when it was snoozed. */
const revisionsBefore = defineQuery({
  name: 'list revisions before snooze',
  columns: revision,
  examples: [1],
  build: (problemId: number, select) => sql`SELECT ${select} FROM problems p CROSS JOIN LATERAL (
      (SELECT r.* FROM problem_builds k JOIN build_runs r ON r.id = k.build_run_id
        WHERE k.problem_id = p.id AND r.created_at <= p.snoozed_at
        ORDER BY k.seen_at DESC, k.build_run_id DESC LIMIT ${MAX_OF_PROBLEM})
      UNION ALL
      (SELECT r.* FROM (SELECT * FROM build_runs WHERE project_id = p.project_id AND created_at <= p.snoozed_at
          ORDER BY created_at DESC, id DESC LIMIT ${MAX_OF_PROJECT}) r
        WHERE EXISTS (SELECT FROM problem_jobs j WHERE j.problem_id = p.id AND j.integration_id = r.integration_id
          AND j.job_key = r.job_key AND j.branch = r.branch))) b
    WHERE p.id = ${problemId}`,
});

const snoozedForChange = defineQuery({
  name: 'lock problem snoozed until a change',
  columns: endedColumns,
  examples: [1],
  build: (problemId: number, select) => sql`SELECT ${select} FROM problems o
    WHERE o.id = ${problemId} AND o.snoozed_until IS NOT NULL AND o.snooze_ends = 'next_change' FOR UPDATE`,
});

const end = defineQuery({
  name: 'end snooze',
  columns: {},
  examples: [1],
  build: (problemId: number) => sql`UPDATE problems SET snoozed_until = NULL WHERE id = ${problemId}`,
});

/** Ends the snooze of a problem that fails on a newer revision than it had failed on, in the caller's transaction. */
export async function endSnoozeAfterChange(
  tx: Pick<DatabaseHandle, 'pool'>,
  { problemId, build: { id, projectId } }: SeenAgain,
): Promise<void> {
  const snooze = await snoozedForChange.first(tx.pool, problemId);
  if (snooze === null) return;
  const failed = await failedRevision.first(tx.pool, { projectId, id });
  const before = await revisionsBefore.all(tx.pool, problemId);
  if (failed === null || !isNewerRevision(asRevision(failed), before.map(asRevision))) return;
  await end.execute(tx.pool, problemId);
  await announceEnd(tx, snooze, id);
}
