import { isTerminal } from './build-status.js';
import type { BuildReport } from './operations.js';

const RANK = ['queued', 'preparing', 'building', 'passed_pending_approval', 'cancelled', 'completed', 'failed'];

/** Where a report's status stands: reports of one build are ordered by this, never by arrival. */
function standing(report: BuildReport): readonly number[] {
  const { status } = report;
  return [report.attempt, status === null ? 0 : isTerminal(status) ? 2 : 1, report.reportedAt, RANK.indexOf(status ?? '')];
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
