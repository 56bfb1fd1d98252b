import { type BuildReport, omitEmpty, readProviderTime, type StepReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { type BuildDetails, BuildNumber, cutName, JobName } from '../../shared/build-fields.js';
import { logFields, readLog } from '../../shared/build-log.js';
import { detail, Identifier, OptionalText, optional, TextDetail, Time, WordDetail } from '../../shared/fields.js';
import { BuildEvent, detailsOf, identityOf } from './build-events.js';

export const JobEvent = Type.Intersect([
  BuildEvent,
  Type.Object({
    job: Type.Object({
      name: OptionalText,
      label: TextDetail,
      step_key: OptionalText,
      command: TextDetail,
      parallel_group_index: optional(Type.Integer()),
      parallel_group_total: optional(Type.Integer()),
      state: OptionalText,
      exit_status: optional(Identifier),
      soft_failed: detail(Type.Boolean()),
      started_at: Time,
      finished_at: Time,
    }),
  }),
]);
export type JobEvent = Static<typeof JobEvent>;
type Job = JobEvent['job'];

/** Reports a job as a step. Its event may be older than the build's own events, so it sets no build status. */
export function jobChanged({ build, job, pipeline }: JobEvent, { receivedAt }: NormalizeContext): BuildReport[] {
  const startedAt = readProviderTime(job.started_at);
  const finishedAt = readProviderTime(job.finished_at);
  const status = stepStatusOf(job);
  const step: StepReport = {
    name: nameOf(job),
    status,
    at: finishedAt ?? startedAt ?? receivedAt,
    ...omitEmpty<Pick<StepReport, 'startedAt' | 'finishedAt'>>({ startedAt, finishedAt }),
    // A retry is the same step: an empty detail replaces that of the failed attempt.
    ...(status === 'running' ? {} : { detail: detailOf(job) }),
  };
  return [
    {
      ...identityOf(build, pipeline.slug),
      status: null,
      originalStatus: null,
      reportedAt: receivedAt,
      ...omitEmpty<BuildDetails>(detailsOf(build)),
      steps: [step],
    },
  ];
}

const NAME_LENGTH = 200;

/** The step's name. A job's id changes with every retry, so the name identifies it, made unique by a suffix. */
function nameOf(job: Job): string {
  const name = cutName(job.name || job.label || job.step_key || job.command?.split('\n')[0] || 'job', NAME_LENGTH);
  return `${name}${keySuffix(name, job.step_key ?? '')}${parallelSuffix(job)}`;
}

/** Steps may share a name but not a key. Most keys only repeat the name: `:unreal: Cook Win64` and `cook-win64`. */
function keySuffix(name: string, key: string): string {
  return lettersOf(name).includes(lettersOf(key)) ? '' : ` (${cutName(key, NAME_LENGTH)})`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The jobs of a parallel step share name and key. */
function parallelSuffix({ parallel_group_index: index, parallel_group_total: total }: Job): string {
  if (index == null) return '';
  return total == null ? ` #${index + 1}` : ` ${index + 1}/${total}`;
}

const STEP_OF_STATE = new Map<string, StepReport['status']>([
  ['passed', 'completed'],
  ['unblocked', 'completed'],
  ['failed', 'failed'],
  ['timed_out', 'failed'],
  ['expired', 'failed'],
  ['waiting_failed', 'failed'],
  ['canceled', 'cancelled'],
  ['skipped', 'cancelled'],
  ['not_run', 'cancelled'],
  ['broken', 'cancelled'],
]);

/** The exit status determines the outcome of a job whose state is only `finished`. */
function stepStatusOf({ state, exit_status: exitStatus }: Job): StepReport['status'] {
  const status = STEP_OF_STATE.get(state ?? '');
  if (status !== undefined) return status;
  if (exitStatus == null) return state === 'finished' ? 'completed' : 'running';
  return Number(exitStatus) === 0 ? 'completed' : 'failed';
}

function detailOf({ exit_status: exitStatus, soft_failed: softFailed }: Job): string {
  if (exitStatus == null || Number(exitStatus) === 0) return '';
  return `exit status ${exitStatus}${softFailed === true ? ', allowed to fail' : ''}`;
}

/** The log of a job, which an agent's hook sends because Buildkite's webhooks contain no logs. */
export const JobLog = Type.Object({
  pipeline: JobName,
  build_number: BuildNumber,
  exit_status: WordDetail,
  ...logFields,
});
export type JobLog = Static<typeof JobLog>;

/** Adds the log to the build. A failed job's log is kept even if other jobs of the build end later. */
export function jobLogSent(payload: JobLog, { receivedAt }: NormalizeContext): BuildReport[] {
  const log = readLog(payload);
  if (log == null) return [];
  return [
    {
      ...identityOf({ number: payload.build_number }, payload.pipeline),
      status: null,
      originalStatus: null,
      reportedAt: receivedAt,
      log: Number(payload.exit_status ?? 0) === 0 ? log : { ...log, fromFailedJob: true },
    },
  ];
}
