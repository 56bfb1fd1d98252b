import {
  beginInvestigation,
  discardInvestigation,
  failInvestigation,
  findJobBuild,
  type HeldInvestigation,
  isDatabaseOutage,
  isInvestigatedAutomatically,
  listMemberNames,
  listPassingBefore,
} from '@slipway/db';
import type { CapturedLog, Diagnosis } from '@slipway/diagnosis';
import { describeAttribution, hidePeople } from '@slipway/domain';
import type { TraceSpan } from '@slipway/runtime';
import { defineJob, type JobContext } from '../define-job.js';
import { attributeBuild } from '../investigation/attribute-build.js';
import { type Conclusion, conclude, type Ending } from '../investigation/conclude.js';
import { diagnosisTask } from '../investigation/diagnose-log.js';
import { findMaskedOutput } from '../investigation/find-masked-output.js';
import { findSuspects } from '../investigation/find-suspects.js';
import { loadJobHistory, NO_HISTORY } from '../investigation/load-job-history.js';
import { type Progress, TakenOverError, trackProgress } from '../investigation/track-progress.js';

/** Limits the damage of a log that crashes every worker that reads it. */
const MAX_ATTEMPTS = 5;

/** Investigates a failed build. An investigation that cannot complete fails, and its credits are refunded. */
export const job = defineJob({
  name: 'investigate_build',
  async run({ investigationId }, context) {
    const { database, logger, metrics } = context;
    const investigation = await beginInvestigation(database, investigationId);
    if (investigation === null) return;
    // The project may have been paused since the build failed.
    if (investigation.automatic && !(await isInvestigatedAutomatically(database, investigation.projectId)))
      return discardInvestigation(database, investigation);
    const stop = metrics.investigationSeconds.startTimer();
    const progress = trackProgress(database, investigation, logger);
    let traceId: string | undefined;
    try {
      if (investigation.attempt > MAX_ATTEMPTS) throw new Error(`gave up after ${MAX_ATTEMPTS} attempts`);
      const outcome = await traced(investigation, context, (span) => {
        traceId = span?.sampledTraceId;
        return investigate(investigation, progress, context);
      });
      metrics.investigations.inc({ outcome });
    } catch (error) {
      if (isDatabaseOutage(error)) throw error;
      if (error instanceof TakenOverError) return logger.info({ investigationId }, 'investigation was taken over');
      await giveUp(investigation, progress, { error, context });
    } finally {
      progress.close();
      stop(traceId);
    }
  },
});

function traced(
  { id, projectId, buildRunId, attempt }: HeldInvestigation,
  { tracing }: JobContext,
  work: (span?: TraceSpan) => Promise<Ending>,
): Promise<Ending> {
  if (tracing === null) return work();
  const attributes = {
    'slipway.investigation_id': id,
    'slipway.project_id': projectId,
    'slipway.build_run_id': buildRunId,
    'slipway.attempt': attempt,
  };
  return tracing.trace('investigate', { kind: 'consumer', attributes }, work);
}

async function giveUp(
  investigation: HeldInvestigation,
  progress: Progress,
  { error, context: { database, logger, metrics } }: { error: unknown; context: JobContext },
): Promise<void> {
  logger.error({ err: error, investigationId: investigation.id }, 'investigation failed');
  const reason = error instanceof Error ? error.message : String(error);
  const failed = await database.modelTransaction((tx) =>
    failInvestigation(tx, investigation, { reason: reason.slice(0, 500), steps: progress.failedSteps() }),
  );
  if (failed) metrics.investigations.inc({ outcome: 'failed' });
}

async function investigate(
  investigation: HeldInvestigation,
  progress: Progress,
  context: JobContext,
): Promise<Ending> {
  const { database, engine, signal } = context;
  const on = database;
  const { build, log } = await progress.step('read_log', async () => {
    const build = await findJobBuild(on, investigation.projectId, investigation.buildRunId);
    if (build === null) throw new Error('the build is gone');
    const log = await findMaskedOutput(context, build);
    return { value: { build, log }, detail: describeLog(log) };
  });
  const passing = log === null ? [] : await listPassingBefore(on, build);
  const suspects = await findSuspects(on, build, passing);
  const history = await progress.step('compare_with_passing', async () => {
    const value = log === null ? NO_HISTORY : await loadJobHistory(context, build, passing);
    const isAlone = value.baseline === null;
    const detail = isAlone ? 'No passing build of the job has a log.' : 'Compared with passing builds.';
    return { value, detail, skipped: isAlone };
  });
  const diagnosis = await progress.step('find_cause', async () => {
    const value = await engine.diagnose(diagnosisTask(build, { log, history, suspects }), signal);
    return { value, detail: describeCause(value) };
  });
  const attribution = await progress.step('attribute', async () => {
    const value = await attributeBuild({ on, engine, signal }, build, { diagnosis, suspects });
    return { value, detail: describeAttribution(value), skipped: value.userId === null };
  });
  const reworded = await reword({ build, diagnosis }, progress, context);
  const lastPassedAt = passing[0]?.finishedAt ?? null;
  const conclusion = { build, hasLog: log !== null, diagnosis: reworded, attribution, lastPassedAt, progress };
  return conclude(investigation, conclusion, context);
}

/** Lets a language model reword the finding, if one is configured. */
async function reword(
  { build, diagnosis }: Pick<Conclusion, 'build' | 'diagnosis'>,
  progress: Progress,
  { database, languageModel, signal }: JobContext,
): Promise<Diagnosis> {
  if (languageModel === null || diagnosis.evidence.length === 0) return diagnosis;
  return progress.step('word', async () => {
    const people = hidePeople(await listMemberNames(database, build.accountId));
    const wording = await languageModel.reword(diagnosis, { people, signal });
    if (wording === null) return { value: diagnosis, detail: 'The finding was not reworded.', skipped: true };
    const rank = new Map(wording.lines.map((line, index) => [line, index]));
    const rankOf = ({ line }: { line: number }) => rank.get(line) ?? rank.size;
    const evidence = diagnosis.evidence.toSorted((a, b) => rankOf(a) - rankOf(b));
    const { diagnosis: text, suggestedFix } = wording;
    return {
      value: { ...diagnosis, diagnosis: text, suggestedFix, evidence },
      detail: 'A language model reworded the finding.',
    };
  });
}

function describeLog(log: CapturedLog | null): string {
  if (log === null) return 'The build has no log.';
  const lines = log.content.split('\n').length;
  return `${lines} lines${log.truncated ? '; the beginning was cut off when the log was captured' : ''}.`;
}

function describeCause({ category, confidence, evidence }: Diagnosis): string {
  return `${category}, confidence ${confidence.toFixed(2)}, ${evidence.length} ${evidence.length === 1 ? 'line' : 'lines'} quoted.`;
}
