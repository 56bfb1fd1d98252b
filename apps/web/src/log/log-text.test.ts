import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeZone } from '../words/clock.js';
import { isCut, readLogText, shortClock } from './log-text.js';

beforeEach(() => setTimeZone('UTC'));
afterAll(() => setTimeZone(null));

describe('readLogText', () => {
  it('separates the clock time from the message', () => {
    const { messages, clocks, hasClocks, errors } = readLogText([
      '[2026-11-05T00:02:10.129Z] error: x',
      'no clock',
      '09:41:03 next',
    ]);
    expect(messages).toEqual(['error: x', 'no clock', 'next']);
    expect(clocks.map(shortClock)).toEqual(['00:02:10', '', '09:41:03']);
    expect(hasClocks).toBe(true);
    expect(errors).toEqual([1]);
  });

  it('knows whether lines in the middle were left out', () => {
    expect(readLogText(['first', '[… 4,210 lines were cut …]', 'last']).hasCuts).toBe(true);
    expect(readLogText(['first', 'last']).hasCuts).toBe(false);
  });

  it('keeps the colors of the message', () => {
    const { colours } = readLogText(['09:41:03 ok \u001b[31mred\u001b[0m']);
    expect(colours.get(0)).toEqual([
      { text: 'ok ', look: '' },
      { text: 'red', look: 'ansi-red-fg' },
    ]);
  });

  it('removes a clock time that has the color of its line', () => {
    const { colours } = readLogText(['\u001b[31m09:41:03 red\u001b[0m']);
    expect(colours.get(0)).toEqual([{ text: 'red', look: 'ansi-red-fg' }]);
  });
});

describe('shortClock', () => {
  it('a time with a zone is shown in the zone of the person; one without stays as the build server printed it', () => {
    setTimeZone('Asia/Tokyo');
    const zoned = ['[2026-11-05T23:02:10.129Z] ', '2026-11-05T18:02:10-05:00 ', '2026-11-05 23:02:10,129 UTC '];
    expect(zoned.map(shortClock)).toEqual(['08:02:10', '08:02:10', '08:02:10']);
    expect(['23:02:10 ', '2026-11-05 23:02:10 '].map(shortClock)).toEqual(['23:02:10', '23:02:10']);
  });

  it.each([
    ['[2024.05.12-09.41.03:118][ 42]', '09:41:03'],
    ['#12 3.456 ', '#12 3.456'],
  ])('%s is shown as %s', (clock, shown) => {
    expect(shortClock(clock)).toBe(shown);
  });
});

describe('isCut', () => {
  it.each([
    '… 1,204 lines omitted …',
    '[... 48,113 characters cut ...]',
    '--- 12 lines left out ---',
    '[truncated: 1.2 MB not shown]',
  ])('%s stands for missing output', (line) => expect(isCut(line)).toBe(true));

  it.each(['Copied 12 lines', 'error: 3 lines', '12 tests skipped', 'Cut the rope'])('%s does not', (line) =>
    expect(isCut(line)).toBe(false),
  );
});
