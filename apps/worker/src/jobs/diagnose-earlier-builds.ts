import {
  advanceDiagnosisSweep,
  type ExaminedBuild,
  findJobBuild,
  isDatabaseOutage,
  listExaminedBuilds,
  openDiagnosisSweep,
  recordEarlierDiagnosis,
} from '@slipway/db';
import { FINGERPRINT_RULE } from '@slipway/diagnosis';
import { defineJob, type JobContext, UNFINISHED } from '../define-job.js';
import { diagnoseLog } from '../investigation/diagnose-log.js';

/** After this time, a run leaves the rest to the next one, which begins immediately. */
const BUDGET_MS = 20_000;

/**
 * Diagnoses the failed builds from before the current rule for fingerprints, newest first and one at a time, so that
 * other work continues. Problems move to their new fingerprints, and nobody is notified.
 */
export const job = defineJob({
  name: 'diagnose_earlier_builds',
  async run(_payload, context) {
    const { database, logger, clock } = context;
    const sweep = await openDiagnosisSweep(database, FINGERPRINT_RULE);
    if (sweep === null) return undefined;
    const builds = await listExaminedBuilds(database, sweep);
    if (builds.length === 0) {
      logger.info({ diagnosed: sweep.diagnosed }, 'all earlier failed builds are diagnosed');
      await advanceDiagnosisSweep(database, sweep, { finishedAt: new Date(clock.now()) });
      return undefined;
    }
    const done = await diagnoseBuilds(builds, context);
    const diagnosed = sweep.diagnosed + done.diagnosed;
    await advanceDiagnosisSweep(database, sweep, { lastId: done.lastId ?? sweep.lastId, diagnosed });
    if (done.diagnosed > 0) logger.info({ diagnosed, fromBuild: done.lastId }, 'earlier failed builds diagnosed');
    return UNFINISHED;
  },
});

async function diagnoseBuilds(builds: readonly ExaminedBuild[], context: JobContext) {
  const { clock, signal, closing } = context;
  const deadline = clock.now() + BUDGET_MS;
  let lastId: number | undefined;
  let diagnosed = 0;
  for (const build of builds) {
    if (clock.now() > deadline || signal.aborted || closing.aborted) break;
    if (build.isDue && (await diagnoseEarlier(build, context))) diagnosed += 1;
    lastId = build.id;
  }
  return { lastId, diagnosed };
}

async function diagnoseEarlier({ id, projectId }: ExaminedBuild, context: JobContext): Promise<boolean> {
  const { database, logger, metrics } = context;
  try {
    const build = await findJobBuild(database, projectId, id);
    const found = build && (await diagnoseLog(context, build));
    if (build === null || found === null) return false;
    await database.modelTransaction((tx) => recordEarlierDiagnosis(tx, build, found));
    metrics.diagnoses.inc({ outcome: 'earlier' });
    return true;
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    logger.warn({ err: error, buildRunId: id }, 'diagnosis of an earlier build failed');
    return false;
  }
}
