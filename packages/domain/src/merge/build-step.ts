import type { BuildStatus } from '@slipway/contracts';
import type { StepReport } from '../deliveries/operations.js';
import { isOver } from '../vocabulary/build-status.js';
import { compareWeights, earliest, heavier, latest, type Weight, type Weighted } from './weighted-fields.js';

export interface BuildStepState {
  readonly status: StepReport['status'];
  readonly statusAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly detail: Weighted<string> | null;
}

const STATUSES: readonly StepReport['status'][] = ['running', 'completed', 'failed', 'cancelled'];

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

interface ReportedStep {
  readonly status: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

interface Build {
  readonly status: BuildStatus;
  readonly finishedAt: Date | null;
}

/**
 * Closes the open steps of a finished build, because many tools report only the start of a step. Such a step ended when
 * the next open one began, and the last one ended with the build. If the build failed and no step did, the last open
 * step failed; if another step failed, the open ones were canceled. Steps must be in the order in which they began.
 */
export function settledSteps<Step extends ReportedStep>(build: Build, steps: readonly Step[]): Step[] {
  if (!isOver(build.status)) return [...steps];
  const open = steps.filter(isOpen);
  const hasFailed = steps.some(({ status }) => status === 'failed');
  return steps.map((step) => {
    if (!isOpen(step)) return step;
    const next = open[open.indexOf(step) + 1];
    const finishedAt = step.finishedAt ?? next?.startedAt ?? build.finishedAt;
    return { ...step, status: outcomeOf(build.status, next === undefined, hasFailed), finishedAt };
  });
}

function isOpen({ status }: ReportedStep): boolean {
  return status === 'running';
}

function outcomeOf(build: BuildStatus, isLast: boolean, hasFailed: boolean): string {
  if (build === 'failed' && hasFailed) return 'cancelled';
  const isCut = isLast && (build === 'failed' || build === 'cancelled');
  return isCut ? build : 'completed';
}
