import { type BuildReport, readProviderTime, type StepReport, said } from '@slipway/domain';
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
  const step: StepReport = {
    name: nameOf(job),
    status: stepStatusOf(job),
    at: finishedAt ?? startedAt ?? receivedAt,
    ...said<Pick<StepReport, 'startedAt' | 'finishedAt' | 'detail'>>({
      startedAt,
      finishedAt,
      detail: detailOf(job),
    }),
  };
  return [
    {
      ...identityOf(build, pipeline.slug),
      status: null,
      originalStatus: null,
      reportedAt: receivedAt,
      ...said<BuildDetails>(describe(build)),
      steps: [step],
    },
  ];
}

const NAME_LENGTH = 200;

/** The jobs of a parallel step share its name. */
function nameOf(job: Job): string {
  const name = cutName(job.name || job.label || job.step_key || job.command?.split('\n')[0] || 'job', NAME_LENGTH);
  const { parallel_group_index: index, parallel_group_total: total } = job;
  return index == null || total == null ? name : `${name} ${index + 1}/${total}`;
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

function detailOf({ exit_status: exitStatus, soft_failed: softFailed }: Job): string | null {
  if (exitStatus == null || Number(exitStatus) === 0) return null;
  return `exit status ${exitStatus}${softFailed === true ? ', allowed to fail' : ''}`;
}
