import type { Problem, ProblemDay, ProblemMark } from '@slipway/contracts';
import type { SparkBar } from '../../ui/spark-bars.js';
import { addDays, formatDay, localDay } from '../../words/clock.js';

export const MARKS: readonly (readonly [mark: ProblemMark, label: string])[] = [
  ['known', 'Known'],
  ['flaky', 'Flaky'],
  ['infrastructure', 'Infrastructure'],
];

export function markWord(mark: ProblemMark): string {
  return MARKS.find(([each]) => each === mark)?.[1] ?? mark;
}

/** `Came back twice`; null for a problem that never did. */
export function regressionWords({ regressions }: Pick<Problem, 'regressions'>): string | null {
  if (regressions === 0) return null;
  return regressions === 1
    ? 'Came back once'
    : `Came back ${regressions === 2 ? 'twice' : `${regressions} times`}`;
}

const SHOWN_DAYS = 30;

/** How many builds a problem made fail on each of the person's last 30 days, oldest first. */
export function dailyCounts(days: readonly ProblemDay[], now: Date): SparkBar[] {
  const today = localDay(now);
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  return Array.from({ length: SHOWN_DAYS }, (_, place) => {
    const day = addDays(today, place - (SHOWN_DAYS - 1));
    return { value: counts.get(day) ?? 0, when: `on ${formatDay(day, { day: 'numeric', month: 'short' })}` };
  });
}
