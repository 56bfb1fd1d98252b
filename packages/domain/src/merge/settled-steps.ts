import type { BuildStatus } from '@slipway/contracts';
import { isOver } from '../vocabulary/build-status.js';

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
