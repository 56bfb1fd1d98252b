import type { BuildStatus } from '@slipway/contracts';
import { isOver } from '../vocabulary/build-status.js';

/** A phase of a build as it was told. */
interface ToldStep {
  readonly status: string;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

interface Build {
  readonly status: BuildStatus;
  readonly finishedAt: Date | null;
}

/**
 * The steps of a build that is over, when it is: many tools tell that a phase began and leave its end to what follows.
 * Each such phase ended when the next of them began, the last one with the build. Where the build failed and no step
 * said so, it failed in the last; where one did, the open ones were cut short. Steps come in the order they began.
 */
export function settledSteps<Step extends ToldStep>(build: Build, steps: readonly Step[]): Step[] {
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

function isOpen({ status }: ToldStep): boolean {
  return status === 'running';
}

function outcomeOf(build: BuildStatus, isLast: boolean, hasFailed: boolean): string {
  if (build === 'failed' && hasFailed) return 'cancelled';
  const isCut = isLast && (build === 'failed' || build === 'cancelled');
  return isCut ? build : 'completed';
}
