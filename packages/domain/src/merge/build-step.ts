import type { StepReport } from '../deliveries/operations.js';
import { compareWeights, heavier, type Register, type Weight } from './register.js';
import { earliest, latest } from './times.js';

/** All that reports said of a phase of one attempt of a build. */
export interface BuildStepState {
  readonly status: StepReport['status'];
  readonly statusAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly detail: Register<string> | null;
}

const STATUSES: readonly StepReport['status'][] = ['running', 'completed', 'failed', 'cancelled'];

/** What one report says of a phase. */
export function buildStepStateOf({ status, at, startedAt, finishedAt, detail }: StepReport): BuildStepState {
  return {
    status,
    statusAt: at,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    detail: detail === undefined ? null : { value: detail, weight: [at] },
  };
}

function standing({ status, statusAt }: BuildStepState): Weight {
  return [status === 'running' ? 0 : 1, statusAt, STATUSES.indexOf(status)];
}

/** Two states of one phase as one: what is over stays over, the later word counts. */
export function joinBuildSteps(a: BuildStepState, b: BuildStepState): BuildStepState {
  const { status, statusAt } = compareWeights(standing(a), standing(b)) >= 0 ? a : b;
  return {
    status,
    statusAt,
    startedAt: earliest(a.startedAt, b.startedAt),
    finishedAt: latest(a.finishedAt, b.finishedAt),
    detail: a.detail === null || b.detail === null ? (a.detail ?? b.detail) : heavier(a.detail, b.detail),
  };
}
