import { expect, it } from '@jest/globals';
import { durationsByDay } from './durations.js';

const run = (day: number, ms: number | null, status: 'passed' | 'skipped' = 'passed') => ({
  started_at: `2026-03-0${day}T12:00:00Z`,
  duration_ms: ms,
  status,
});

it('shows the median and the slowest run of each day, and days without runs as gaps', () => {
  const { days, series } = durationsByDay([
    run(3, 40),
    run(1, 10),
    run(1, 30),
    run(1, 20),
    run(2, 9_000, 'skipped'),
    run(2, null),
  ]);
  expect(days).toEqual(['2026-03-01', '2026-03-02', '2026-03-03']);
  expect(series.map(({ values }) => values)).toEqual([
    [20, null, 40],
    [30, null, 40],
  ]);
});

it('shows nothing for a test without durations', () => {
  expect(durationsByDay([run(1, null)]).days).toEqual([]);
});
