import { type BuildDiagnosis, type JobBuild, listPassingBefore } from '@slipway/db';
import type { CapturedLog } from '@slipway/diagnosis';
import { pathsOf } from '@slipway/domain';
import type { JobContext } from '../define-job.js';
import type { DiagnosisTask } from './engine-thread.js';
import { findMaskedOutput } from './find-masked-output.js';
import { findSuspects, type Suspects } from './find-suspects.js';
import { type JobHistory, loadJobHistory } from './load-job-history.js';
import { storableDiagnosis } from './storable-finding.js';

/** What is known about a failure before its log is read. */
interface KnownFailure {
  readonly log: CapturedLog | null;
  readonly history: JobHistory;
  readonly suspects: Suspects;
}

/** What the engine gets to read. Diagnoses and investigations pass the same, so that they never disagree. */
export function diagnosisTask(
  { integrationId, jobKey }: JobBuild,
  { log, history, suspects }: KnownFailure,
): DiagnosisTask {
  return { log, ...history, changedFiles: pathsOf(suspects.changes), job: `${integrationId} ${jobKey}` };
}

/** What the log of a failed build says about the cause; null without a log. */
export async function diagnoseLog(
  context: Pick<JobContext, 'database' | 'redactors' | 'engine' | 'signal'>,
  build: JobBuild,
): Promise<BuildDiagnosis | null> {
  const { database, engine, signal } = context;
  const log = await findMaskedOutput(context, build);
  if (log === null) return null;
  const passing = await listPassingBefore(database, build);
  const suspects = await findSuspects(database, build, passing);
  const history = await loadJobHistory(context, build, passing);
  return storableDiagnosis(await engine.diagnose(diagnosisTask(build, { log, history, suspects }), signal));
}
