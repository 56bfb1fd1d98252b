import type { TestHistoryEntry } from '@slipway/contracts';
import type { ChartSeries } from '../../ui/chart.js';
import { addDays, localDay } from '../../words/clock.js';

type TimedRun = Pick<TestHistoryEntry, 'started_at' | 'duration_ms' | 'status'>;

interface Durations {
  /** From the first day with a run to the last one. */
  readonly days: readonly string[];
  readonly series: readonly ChartSeries[];
}

const MAX_DAYS = 90;

/** The median and the slowest run of each day. */
export function durationsByDay(history: readonly TimedRun[]): Durations {
  const byDay = new Map<string, number[]>();
  for (const { started_at: at, duration_ms: ms, status } of history) {
    if (ms === null || status === 'skipped') continue;
    const day = localDay(new Date(at));
    byDay.set(day, [...(byDay.get(day) ?? []), ms]);
  }
  const known = [...byDay.keys()].toSorted();
  const [first, last] = [known[0], known.at(-1)];
  const days: string[] = [];
  for (let day = last; day !== undefined && first !== undefined && day >= first; day = addDays(day, -1)) {
    if (days.length === MAX_DAYS) break;
    days.unshift(day);
  }
  const of = (pick: (sorted: readonly number[]) => number | undefined) =>
    days.map((day) => pick(byDay.get(day)?.toSorted((a, b) => a - b) ?? []) ?? null);
  const median = of((sorted) => sorted[Math.floor(sorted.length / 2)]);
  const slowest = of((sorted) => sorted.at(-1));
  return {
    days,
    series: [
      { label: 'Median', values: median, colour: 'accent', kind: 'line' },
      { label: 'Slowest', values: slowest, colour: 'idle', kind: 'dashes' },
    ],
  };
}
