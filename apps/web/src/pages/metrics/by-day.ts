import type { ChartSeries } from '../../ui/chart.js';
import { addDays, localDay } from '../../words/clock.js';

/** The last days up to today, oldest first. */
export function lastDays(count: number, now: Date): string[] {
  const today = localDay(now);
  return Array.from({ length: count }, (_, index) => addDays(today, index - count + 1));
}

export interface Day {
  readonly day: string;
}

export interface Plotted<Row extends Day> {
  readonly label: string;
  readonly kind: 'line' | 'bars';
  readonly colour: ChartSeries['colour'];
  value(row: Row): number | null;
  note?(row: Row): string;
  /** The value of a day without rows: zero for counts, otherwise null. */
  readonly empty?: number;
}

function seriesOf<Row extends Day>(
  days: readonly string[],
  rows: readonly Row[],
  { value, note, empty, ...look }: Plotted<Row>,
): ChartSeries {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const of = <Value>(day: string, read: (row: Row) => Value, missing: Value) => {
    const row = byDay.get(day);
    return row === undefined ? missing : read(row);
  };
  return {
    ...look,
    values: days.map((day) => of(day, value, empty ?? null)),
    ...(note && { notes: days.map((day) => of(day, note, '')) }),
  };
}

/** Series over the given days, and a dashed one for the first of them over as many days before. */
export function comparedSeries<Row extends Day>(
  days: readonly string[],
  rows: readonly Row[],
  [first, ...others]: readonly [Plotted<Row>, ...Plotted<Row>[]],
): ChartSeries[] {
  const before = days.map((day) => addDays(day, -days.length));
  return [
    ...[first, ...others].map((plotted) => seriesOf(days, rows, plotted)),
    {
      ...seriesOf(before, rows, first),
      label: `${others.length > 0 ? `${first.label}, ` : ''}${days.length} days earlier`,
      kind: 'dashes',
      colour: 'idle',
    },
  ];
}
