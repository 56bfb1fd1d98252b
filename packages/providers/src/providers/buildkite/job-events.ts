import { type BuildReport, omitEmpty, readProviderTime, type StepReport } from '@slipway/domain';
import Type, { type Static } from 'typebox';
import type { NormalizeContext } from '../../define-provider.js';
import { Identifier, maybe, OptionalText } from '../../fields.js';
import { type BuildDetails, cutName } from '../_build-fields.js';
import { BuildEvent, describe, identityOf, Time } from './build-events.js';

/** A job of a build. */
export const JobEvent = Type.Intersect([
  BuildEvent,
  Type.Object({
    job: Type.Object({
      name: OptionalText,
      label: OptionalText,
      step_key: OptionalText,
      command: OptionalText,
      parallel_group_index: maybe(Type.Integer()),
      parallel_group_total: maybe(Type.Integer()),
      state: OptionalText,
      exit_status: maybe(Identifier),
      soft_failed: maybe(Type.Boolean()),
      started_at: Time,
      finished_at: Time,
    }),
  }),
]);
export type JobEvent = Static<typeof JobEvent>;
type Job = JobEvent['job'];

/** A job is a step. What its event says of the build is left to the build's own events, which may be ahead of it. */
export function jobChanged({ build, job, pipeline }: JobEvent, { receivedAt }: NormalizeContext): BuildReport[] {
  const startedAt = readProviderTime(job.started_at);
  const finishedAt = readProviderTime(job.finished_at);
  const status = stepStatusOf(job);
  const step: StepReport = {
    name: nameOf(job),
    status,
    at: finishedAt ?? startedAt ?? receivedAt,
    ...omitEmpty<Pick<StepReport, 'startedAt' | 'finishedAt'>>({ startedAt, finishedAt }),
    // A retry is the same step: its end says of how the tries before it ended that this is over.
    ...(status === 'running' ? {} : { detail: detailOf(job) }),
  };
  return [
    {
      ...identityOf(build, pipeline.slug),
      status: null,
      originalStatus: null,
      reportedAt: receivedAt,
      ...omitEmpty<BuildDetails>(describe(build)),
      steps: [step],
    },
  ];
}

const NAME_LENGTH = 200;

/** A job's id differs from one try to the next, so it goes by its name, with what tells it from others of that name. */
function nameOf(job: Job): string {
  const name = cutName(job.name || job.label || job.step_key || job.command?.split('\n')[0] || 'job', NAME_LENGTH);
  return `${name}${keySuffix(name, job.step_key ?? '')}${parallelSuffix(job)}`;
}

/** Steps may share a name, not a key. Most keys only repeat the name: `:unreal: Cook Win64` and `cook-win64`. */
function keySuffix(name: string, key: string): string {
  return lettersOf(name).includes(lettersOf(key)) ? '' : ` (${cutName(key, NAME_LENGTH)})`;
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** The jobs of a parallel step share its name and its key. */
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

/** A job that is just `finished` tells by its exit status how, if it ran a command. */
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
