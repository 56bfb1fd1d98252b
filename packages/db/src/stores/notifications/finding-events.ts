import { PASSED } from '../../build-status.js';
import { columnsOf, computed, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { StoredSuspect } from '../../reads/builds/suspects.js';
import { sql } from '../../sql.js';
import { notifyOfCause, notifyOfSuspect } from './cause-events.js';
import { outageName } from './outages.js';
import { releaseNotificationsOf, writeNotification } from './write-notification.js';

interface MadeDiagnosis {
  readonly buildRunId: number;
  readonly fingerprint: string | null;
  readonly confidence: number;
}

const unfinishedInvestigation = defineQuery({
  name: 'find unfinished investigation',
  columns: pick(columnsOf('Investigation', 'i'), 'id'),
  examples: [1],
  build: (buildRunId: number, select) => sql`SELECT ${select} FROM investigations i
    WHERE i.build_run_id = ${buildRunId} AND i.status IN ('pending', 'running')`,
});

/**
 * Releases the notifications that waited for a diagnosis, and writes a follow-up if its cause is news, in the transaction
 * that stores the diagnosis. Those of a build that is being investigated wait on: only an investigation names a suspect.
 */
export async function notifyOfDiagnosis(tx: DatabaseHandle, diagnosis: MadeDiagnosis): Promise<void> {
  const { buildRunId, fingerprint, confidence } = diagnosis;
  if ((await unfinishedInvestigation.first(tx.pool, buildRunId)) === null)
    await releaseNotificationsOf(tx, buildRunId);
  if (fingerprint !== null) await notifyOfCause(tx, { buildRunId, fingerprint, confidence });
}

interface CompletedInvestigation {
  readonly accountId: number;
  readonly projectId: number;
  readonly buildRunId: number;
  readonly attributedUserId: number | null;
  readonly suspects: readonly StoredSuspect[];
  readonly fingerprint: string | null;
  readonly confidence: number;
}

/** One change may break many jobs within seconds. They become one message with their number. */
const COLLECT_MS = 20_000;

const outageOfBuild = defineQuery({
  name: 'find outage of build',
  columns: { name: computed('text', sql`o.name`) },
  examples: [1],
  build: (buildRunId: number, select) => sql`SELECT ${select} FROM build_runs b
    LEFT JOIN LATERAL (SELECT id FROM build_runs p WHERE p.project_id = b.project_id AND p.job_key = b.job_key
      AND p.searched_problem_id IS NULL AND p.status ${PASSED} AND p.integration_id = b.integration_id
      AND p.finished_at < b.finished_at ORDER BY p.finished_at DESC LIMIT 1) before ON true
    CROSS JOIN LATERAL (SELECT ${outageName(sql`b`)} AS name) o
    WHERE b.id = ${buildRunId}`,
});

const snoozedProblem = defineQuery({
  name: 'find snoozed problem of build',
  columns: pick(columnsOf('Problem', 'p'), 'id'),
  examples: [{ projectId: 1, buildRunId: 1 }],
  build: ({ projectId, buildRunId }: { readonly projectId: number; readonly buildRunId: number }, select) =>
    sql`SELECT ${select} FROM problem_builds k JOIN problems p ON p.id = k.problem_id AND p.project_id = ${projectId}
      WHERE k.build_run_id = ${buildRunId} AND k.is_cause AND p.snoozed_until > now() LIMIT 1`,
});

/**
 * Releases the notifications that waited for a finding, writes a follow-up if its cause or suspect is news, and tells
 * the person whose change broke the build, in the transaction that stores the finding. A person gets one message for a change,
 * however many builds it makes fail.
 */
export async function notifyOfFinding(tx: DatabaseHandle, investigation: CompletedInvestigation): Promise<void> {
  const { accountId, projectId, buildRunId, attributedUserId: userId, fingerprint, confidence } = investigation;
  const suspect = investigation.suspects.at(-1);
  await releaseNotificationsOf(tx, buildRunId);
  if (fingerprint !== null) await notifyOfCause(tx, { buildRunId, fingerprint, confidence });
  if (suspect === undefined) return;
  await notifyOfSuspect(tx, buildRunId);
  if (userId === null || (await snoozedProblem.first(tx.pool, { projectId, buildRunId })) !== null) return;
  const outage = await outageOfBuild.first(tx.pool, buildRunId);
  if (outage === null) return;
  await writeNotification(tx, {
    accountId,
    projectId,
    buildRunId,
    userId,
    event: 'change.broke_build',
    holdMs: COLLECT_MS,
    eventKey: `change:${userId}:${suspect.changeId}`,
    threadKey: `outage:${outage.name}`,
  });
}
