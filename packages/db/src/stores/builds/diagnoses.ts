import { newId } from '@slipway/domain';
import { columnsOf, pick, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { announceChange } from '../../live-changes.js';
import type { JobBuild } from '../../reads/builds/build-points.js';
import { isSearchedBuild } from '../../reads/builds/searched-build.js';
import { sql } from '../../sql.js';
import type { RequestedDiagnosis } from '../apply/builds/request-diagnoses.js';
import { queueGithubUpdates } from '../github/queue-updates.js';
import { notifyOfDiagnosis } from '../notifications/finding-events.js';
import { placeBuild } from '../problems/place-build.js';
import type { ProblemCause } from '../problems/record-problem.js';
import { findFingerprintOfTest } from '../problems/test-problems.js';
import { type CorrectedFinding, correctFinding } from './verdicts.js';

/** What a log says about the cause of a failure. */
export interface BuildDiagnosis extends Omit<ProblemCause, 'fingerprint'> {
  /** Null if the log names no cause, or none for certain. */
  readonly fingerprint: string | null;
  readonly diagnosis: string | null;
  readonly confidence: number;
  /** The number of the line that explains the cause; null if there is none. */
  readonly line: number | null;
  /** What else changes with the verdict that it follows; null without a verdict. */
  readonly corrected: CorrectedFinding | null;
}

const columns = pick(columnsOf('BuildDiagnosis', 'd'), 'buildRunId', 'projectId', 'requestId', 'attempts');

/** A request to diagnose a build. Once a later one replaces it, its result is not stored. */
export interface HeldDiagnosis extends RowOf<typeof columns> {}

/** A build that runs again, or whose status was corrected, needs no diagnosis. */
const withdraw = defineQuery({
  name: 'withdraw diagnosis',
  columns: {},
  examples: [1],
  build: (buildRunId: number) => sql`DELETE FROM build_diagnoses d USING build_runs b
    WHERE d.build_run_id = ${buildRunId} AND b.id = d.build_run_id AND b.status <> 'failed'`,
});

const begin = defineQuery({
  name: 'begin diagnosis',
  columns,
  examples: [1],
  build: (
    buildRunId: number,
    select,
  ) => sql`UPDATE build_diagnoses d SET attempts = d.attempts + 1, requested_at = now()
    WHERE d.build_run_id = ${buildRunId} AND d.requested_at IS NOT NULL RETURNING ${select}`,
});

/** Takes the request to diagnose a build; null if there is none. */
export async function beginDiagnosis({ pool }: DatabaseHandle, buildRunId: number): Promise<HeldDiagnosis | null> {
  await withdraw.execute(pool, buildRunId);
  return begin.first(pool, buildRunId);
}

/**
 * Stores a diagnosis and counts the build in its problem, in the caller's transaction; returns the problem's id, or null
 * without a cause, and for a build that a search for a culprit requested. A request that waits stays: it is about a newer log.
 */
export async function recordDiagnosis(
  tx: DatabaseHandle,
  build: JobBuild,
  { fingerprint, corrected, ...found }: BuildDiagnosis,
): Promise<number | null> {
  const { id: buildRunId, projectId } = build;
  const update = { ...found, fingerprint };
  const create = { ...update, buildRunId, projectId, requestId: newId(), requestedAt: null };
  await tx.prisma.buildDiagnosis.upsert({ where: { buildRunId }, create, update });
  if (corrected !== null) {
    const { category, confidence, line } = found;
    await correctFinding(tx, buildRunId, { ...corrected, category, confidence, line, fingerprint });
  }
  await announceChange(tx, projectId, 'investigation');
  if (fingerprint === null || (await isSearchedBuild(tx, build))) return null;
  const { category, test: name } = found;
  const ofTest =
    category === 'test' && name !== null ? await findFingerprintOfTest(tx.pool, { projectId, name }) : null;
  return placeBuild(tx, { build, cause: { ...found, fingerprint: ofTest ?? fingerprint } });
}

/** Fulfils a request, and sends the messages that wait for it. False if another request has replaced it. */
export async function completeDiagnosis(
  tx: DatabaseHandle,
  { buildRunId, requestId }: HeldDiagnosis,
  { build, found }: { readonly build: JobBuild; readonly found: BuildDiagnosis },
): Promise<boolean> {
  const { count } = await tx.prisma.buildDiagnosis.updateMany({
    where: { buildRunId, requestId },
    data: { requestedAt: null },
  });
  if (count === 0) return false;
  await recordDiagnosis(tx, build, found);
  if (!(await isSearchedBuild(tx, build))) await notifyOfDiagnosis(tx, { buildRunId, ...found });
  await queueGithubUpdates(tx.pool, { buildIds: [buildRunId], changeIds: [] });
  return true;
}

const stranded = defineQuery({
  name: 'stranded diagnoses',
  columns: pick(columns, 'buildRunId', 'requestId'),
  examples: [60],
  build: (idleSeconds: number, select) => sql`SELECT ${select} FROM build_diagnoses d
    WHERE d.requested_at < clock_timestamp() - make_interval(secs => ${idleSeconds})
    ORDER BY d.requested_at LIMIT 1000`,
});

/** A worker that has not finished a diagnosis after this time is considered dead. */
const LEASE_SECONDS = 60;

/** Requests that were never queued, or whose worker died. */
export function findStrandedDiagnoses(
  { pool }: DatabaseHandle,
  idleSeconds = LEASE_SECONDS,
): Promise<RequestedDiagnosis[]> {
  return stranded.all(pool, idleSeconds);
}
