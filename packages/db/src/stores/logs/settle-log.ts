import { buildStepStateOf, type StepReport } from '@slipway/domain';
import { columnsOf, computed, pick } from '../../columns.js';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import { type Queryable, sql } from '../../sql.js';
import { writeUploadedLog } from '../apply/builds/build-logs.js';
import { applySteps } from '../apply/builds/build-steps.js';
import { type RequestedDiagnosis, requestDiagnoses } from '../apply/builds/request-diagnoses.js';
import { markLogged, type StoredLog } from './stored-logs.js';

const build = columnsOf('BuildRun', 'b');

/** Locks the build: its reports, and the deletion of its log, wait for it. */
const buildOfLog = defineQuery({
  name: 'lock build of log',
  columns: {
    ...pick(build, 'id', 'attempt', 'status', 'jobKey'),
    purged: computed(
      'bool',
      sql`EXISTS (SELECT FROM build_log_purges p
      WHERE p.build_run_id = b.id AND p.purged_at >= l.opened_at)`,
    ),
  },
  examples: [1],
  build: (id: number, select) => sql`SELECT ${select} FROM logs l JOIN build_runs b
      ON b.integration_id = l.integration_id AND b.build_number = l.build_number
        AND (b.job_name = l.job_name OR b.job_key = l.job_name)
    WHERE l.id = ${id} AND b.project_id = l.project_id
    ORDER BY b.job_key = l.job_name DESC, b.id LIMIT 1 FOR NO KEY UPDATE OF b`,
});

const link = defineQuery({
  name: 'link log',
  columns: {},
  examples: [{ id: 1, buildRunId: 1 }],
  build: ({ id, buildRunId }: { readonly id: number; readonly buildRunId: number }) =>
    sql`UPDATE logs SET build_run_id = ${buildRunId} WHERE id = ${id} AND build_run_id IS NULL`,
});

const discard = defineQuery({
  name: 'discard log',
  columns: {},
  examples: [1],
  build: (id: number) => sql`WITH gone AS (DELETE FROM log_chunks WHERE log_id = ${id})
    UPDATE logs SET purged_at = COALESCE(purged_at, now()), completed_at = now(), lines = 0, bytes = 0 WHERE id = ${id}`,
});

/** Discards a log that belongs to nothing, and what is still sent of it. */
export async function discardLog({ pool }: DatabaseHandle, id: number): Promise<void> {
  await discard.execute(pool, id);
}

/**
 * Looks for the build that a log belongs to, and shows the log there. `waiting` if no such build, or no such attempt of
 * it, has been reported yet.
 */
export function linkLog(database: Database, log: StoredLog): Promise<'linked' | 'waiting' | 'discarded'> {
  return database.transaction(async (tx) => {
    const found = await buildOfLog.first(tx, log.id);
    if (found === null || found.attempt < log.attempt) return 'waiting';
    if (found.attempt > log.attempt || found.purged) {
      await discard.execute(tx, log.id);
      return 'discarded';
    }
    await link.execute(tx, { id: log.id, buildRunId: found.id });
    const openedAt = log.openedAt.getTime();
    await writeStep(tx, { log, buildRunId: found.id }, { status: 'running', at: openedAt, startedAt: openedAt });
    if (log.lines > 0) await markLogged(tx, log.projectId, found.id);
    return 'linked';
  });
}

interface LogOfBuild {
  readonly log: StoredLog;
  readonly buildRunId: number;
}

/** A log that belongs to no step says nothing about one. */
async function writeStep(
  tx: Queryable,
  { log, buildRunId }: LogOfBuild,
  report: Omit<StepReport, 'name'>,
): Promise<void> {
  if (log.step === '') return;
  await applySteps(tx, [{ buildRunId, name: log.step, state: buildStepStateOf({ name: log.step, ...report }) }]);
}

const complete = defineQuery({
  name: 'complete log',
  columns: {},
  examples: [{ id: 1, sentBytes: 1 }],
  build: ({ id, sentBytes }: Pick<StoredLog, 'id' | 'sentBytes'>) => sql`UPDATE logs SET completed_at = now()
    WHERE id = ${id} AND completed_at IS NULL AND sent_bytes = ${sentBytes}`,
});

/** A log whose build was never reported. It is deleted once its deliveries expire. */
export async function giveUpLog({ pool }: DatabaseHandle, log: StoredLog): Promise<void> {
  await complete.execute(pool, log);
}

/** The end of a build's output as reports bring it: what the previous release shows. */
interface OutputTail {
  readonly content: string;
  readonly truncated: boolean;
}

/** The diagnoses that a complete log asks for, and its job, whose builds may be compared with it. */
export interface CompletedLog {
  readonly diagnoses: readonly RequestedDiagnosis[];
  readonly jobKey: string;
}

/**
 * Records the end of a log whose lines are all stored: the step's result, and a diagnosis if the build has failed. Null if
 * another worker has done so, or the log is no longer wanted.
 */
export function completeLog(
  database: Database,
  log: StoredLog & { readonly buildRunId: number },
  tail: OutputTail,
): Promise<CompletedLog | null> {
  return database.transaction(async (tx) => {
    const found = await buildOfLog.first(tx, log.id);
    if (found === null || (await complete.execute(tx, log)) === 0) return null;
    const finishedAt = (log.finishedAt ?? log.storedAt).getTime();
    const { status } = log;
    if (status === 'completed' || status === 'failed' || status === 'cancelled')
      await writeStep(tx, { log, buildRunId: found.id }, { status, at: finishedAt, finishedAt });
    const uploaded = { buildRunId: found.id, ...tail, reportedAt: finishedAt, receivedAt: log.storedAt.getTime() };
    if (log.lines > 0) await writeUploadedLog(tx, uploaded);
    await announceChange({ pool: tx }, log.projectId, 'build_run');
    const failed = found.status === 'failed' && log.lines > 0 ? [found] : [];
    return { diagnoses: await requestDiagnoses(tx, failed), jobKey: found.jobKey };
  });
}
