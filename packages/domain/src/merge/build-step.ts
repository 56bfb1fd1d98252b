import type { StepReport } from '../deliveries/operations.js';
import { earliest, latest } from './times.js';
import { compareWeights, heavier, type Weight, type Weighted } from './weighted-fields.js';

/** The merged reports of a step in one attempt of a build. */
export interface BuildStepState {
  readonly status: StepReport['status'];
  readonly statusAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly detail: Weighted<string> | null;
}

const STATUSES: readonly StepReport['status'][] = ['running', 'completed', 'failed', 'cancelled'];

/** The state of a step after one report. */
export function buildStepStateOf({ status, at, startedAt, finishedAt, detail }: StepReport): BuildStepState {
  return {
    status,
    statusAt: at,
    startedAt: startedAt ?? null,
    finishedAt: finishedAt ?? null,
    detail: detail === undefined ? null : { value: detail, weight: [at] },
  };
}

function statusWeight({ status, statusAt }: BuildStepState): Weight {
  return [status === 'running' ? 0 : 1, statusAt, STATUSES.indexOf(status)];
}

/** Merges two states of one step: a step that has ended stays ended, and the later report wins. */
export function mergeBuildSteps(a: BuildStepState, b: BuildStepState): BuildStepState {
  const { status, statusAt } = compareWeights(statusWeight(a), statusWeight(b)) >= 0 ? a : b;
  return {
    status,
    statusAt,
    startedAt: earliest(a.startedAt, b.startedAt),
    finishedAt: latest(a.finishedAt, b.finishedAt),
    detail: a.detail === null || b.detail === null ? (a.detail ?? b.detail) : heavier(a.detail, b.detail),
  };
}
