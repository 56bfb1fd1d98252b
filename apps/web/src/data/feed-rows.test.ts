import { describe, expect, it } from '@jest/globals';
import type { ConsoleEvent } from '@slipway/contracts';
import { dayLabel, groupByDay, newerEvents, nextEvent, withNewer } from './feed-rows.js';

const event = (timestamp: string, subject: string) =>
  ({ timestamp, cursor_key: `${timestamp}|${subject}` }) as ConsoleEvent;

const noon = (day: number) => new Date(2026, 10, day, 12).toISOString();

describe('groupByDay', () => {
  it('puts one heading before the events of each day', () => {
    const rows = groupByDay([event(noon(15), 'task|1'), event(noon(15), 'task|2'), event(noon(14), 'task|3')]);
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'event', 'event', 'day', 'event']);
  });
});

describe('dayLabel', () => {
  const now = new Date(2026, 10, 15, 0, 5);
  it.each([
    [new Date(2026, 10, 15, 0, 1), 'Today'],
    [new Date(2026, 10, 14, 23, 59), 'Yesterday'],
  ])('uses names for the days around today', (at, label) => {
    expect(dayLabel(at, now)).toBe(label);
  });

  it('shows the year only when it is not the current one', () => {
    expect(dayLabel(new Date(2026, 9, 3), now)).not.toContain('2026');
    expect(dayLabel(new Date(2025, 9, 3), now)).toContain('2025');
  });
});

describe('newerEvents', () => {
  it('counts newer events that are not on screen, and no older ones', () => {
    const shown = [event(noon(14), 'task|1')];
    const latest = [event(noon(15), 'task|2'), ...shown, event(noon(13), 'task|9')];
    expect(newerEvents(latest, shown)).toEqual([latest[0]]);
  });
});

describe('withNewer', () => {
  it('replaces the older event when the same subject changes again', () => {
    const shown = [event(noon(14), 'task|1'), event(noon(13), 'task|2')];
    const newer = [event(noon(15), 'task|2')];
    expect(withNewer(newer, shown)).toEqual([newer[0], shown[0]]);
  });
});

describe('nextEvent', () => {
  it('skips headings and stops at both ends', () => {
    const rows = groupByDay([event(noon(15), 'task|1'), event(noon(14), 'task|2')]);
    expect(nextEvent(rows, 1, 1)).toBe(3);
    expect(nextEvent(rows, 3, 1)).toBe(3);
    expect(nextEvent(rows, 1, -1)).toBe(1);
  });
});
