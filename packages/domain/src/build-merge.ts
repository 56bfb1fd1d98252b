import { BUILD_STATUSES } from '@slipway/contracts';
import { isTerminal } from './build-status.js';
import type { BuildReport } from './operations.js';

/** Known before unknown, terminal before running. */
function finality(status: BuildReport['status']): number {
  if (status === null) return 0;
  return isTerminal(status) ? 2 : 1;
}

/** Where a report's status stands: reports of one build are ordered by this, never by arrival. */
function standing({ attempt, status, reportedAt }: BuildReport): readonly number[] {
  return [attempt, finality(status), reportedAt, status === null ? -1 : BUILD_STATUSES.indexOf(status)];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [index, value] of a.entries()) {
    const difference = value - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * Two reports of one build as one. The status is that of the higher attempt, terminal before running, later before
 * earlier, in whatever order they came; details follow the report whose status stands, where it has them.
 */
export function mergeBuildReports(a: BuildReport, b: BuildReport): BuildReport {
  const [low, high] = compare(standing(a), standing(b)) <= 0 ? [a, b] : [b, a];
  if (low.attempt < high.attempt) return high;
  const startedAt = Math.min(a.startedAt ?? Number.POSITIVE_INFINITY, b.startedAt ?? Number.POSITIVE_INFINITY);
  return { ...low, ...high, ...(Number.isFinite(startedAt) ? { startedAt } : {}) };
}
