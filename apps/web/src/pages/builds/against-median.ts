/** Compares a duration with the job's usual one. */
export interface Comparison {
  readonly label: string;
  readonly isSlow: boolean;
}

/** Smaller differences are normal. */
const NOTABLE = 0.1;
const SLOW = 0.25;

/** Compares a duration with the median of the job's passing builds; null if they hardly differ. */
export function againstMedian(seconds: number | null, median: number | null): Comparison | null {
  if (seconds === null || median === null || median <= 0) return null;
  const difference = seconds / median - 1;
  if (Math.abs(difference) < NOTABLE) return null;
  const percent = Math.round(Math.abs(difference) * 100);
  if (difference >= 1) return { label: `${(seconds / median).toFixed(1)}× median`, isSlow: true };
  return difference > 0
    ? { label: `${percent}% slower`, isSlow: difference >= SLOW }
    : { label: `${percent}% faster`, isSlow: false };
}
