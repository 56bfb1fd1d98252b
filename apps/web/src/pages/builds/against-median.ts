import type { ConsoleBuild } from '@slipway/contracts';

/** Smaller differences are normal. */
const NOTABLE = 0.1;
const SLOW = 0.25;

type Measured = Pick<ConsoleBuild, 'status' | 'duration_seconds' | 'median_seconds'>;

/**
 * Compares how long a passing build took with the median of its job's passing builds; null if they hardly differ. A
 * build that failed or was cancelled stopped early, which makes it neither fast nor slow.
 */
export function againstMedian(build: Measured) {
  const { status, duration_seconds: seconds, median_seconds: median } = build;
  if (status !== 'completed' && status !== 'passed_pending_approval') return null;
  if (seconds === null || median === null || median <= 0) return null;
  const difference = seconds / median - 1;
  if (Math.abs(difference) < NOTABLE) return null;
  const percent = Math.round(Math.abs(difference) * 100);
  if (difference >= 1) return { label: `${(seconds / median).toFixed(1)}× median`, isSlow: true };
  return difference > 0
    ? { label: `${percent}% slower`, isSlow: difference >= SLOW }
    : { label: `${percent}% faster`, isSlow: false };
}
