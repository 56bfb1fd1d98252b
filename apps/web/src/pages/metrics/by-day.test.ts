import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeZone } from '../../words/clock.js';
import { comparedSeries, lastDays } from './by-day.js';

describe('lastDays', () => {
  afterEach(() => setTimeZone(null));

  it("ends with today in the person's time zone and spans month boundaries", () => {
    const now = new Date('2026-11-01T23:30:00Z');
    setTimeZone('UTC');
    expect(lastDays(3, now)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01']);
    setTimeZone('Asia/Tokyo');
    expect(lastDays(3, now)).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
  });
});

describe('comparedSeries', () => {
  const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
  const rows = [
    { day: '2026-10-30', live: 4 },
    { day: '2026-11-02', live: 2 },
  ];
  const plotted = { label: 'Went live', kind: 'bars', colour: 'ok-bar' } as const;
  type Row = (typeof rows)[number];
  const value = ({ live }: Row) => live;

  it('plots each day against the same day of the period before', () => {
    const [now, before] = comparedSeries(days, rows, [{ ...plotted, value }]);
    expect(now?.values).toEqual([null, 2, null]);
    expect(before).toMatchObject({ label: '3 days earlier', kind: 'dashes', values: [null, 4, null] });
  });

  it('counts nothing on an empty day', () => {
    const [now] = comparedSeries(days, rows, [{ ...plotted, value, empty: 0 }]);
    expect(now?.values).toEqual([0, 2, 0]);
  });

  it('explains the values of days that have rows', () => {
    const note = ({ live }: Row) => `${live} of 5`;
    expect(comparedSeries(days, rows, [{ ...plotted, value, note }])[0]?.notes).toEqual(['', '2 of 5', '']);
  });
});
