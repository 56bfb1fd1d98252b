import { expect, it } from '@jest/globals';
import { onCallOf, weekOf } from './on-call.js';

const monday = new Date('2026-11-16T00:00:00Z');
const at = (text: string) => Date.parse(text);
const rotation = { userIds: [7, 8, 9], rotatesFrom: monday, swaps: [] };

it.each([
  ['2026-11-16T00:00:00Z', 7],
  ['2026-11-22T23:59:59Z', 7],
  ['2026-11-23T00:00:00Z', 8],
  ['2026-12-07T12:00:00Z', 7],
  ['2026-11-15T23:59:59Z', 9],
])('takes turns from Monday to Monday: %s', (time, expected) => {
  expect(onCallOf(rotation, at(time))).toBe(expected);
});

it('a swap counts for its week only', () => {
  const swapped = { ...rotation, swaps: [{ week: new Date('2026-11-23T00:00:00Z'), userId: 9 }] };
  expect([at('2026-11-20'), at('2026-11-25'), at('2026-12-01')].map((time) => onCallOf(swapped, time))).toEqual([
    7, 9, 9,
  ]);
});

it('nobody is on call in an empty group, or in one without turns', () => {
  expect(onCallOf({ ...rotation, userIds: [] }, monday.getTime())).toBeNull();
  expect(onCallOf({ ...rotation, rotatesFrom: null }, monday.getTime())).toBeNull();
});

it('a week starts on Monday', () => {
  expect(weekOf(at('1969-12-31T00:00:00Z')).toISOString()).toBe('1969-12-29T00:00:00.000Z');
  expect(weekOf(at('2026-11-19T20:00:00Z'))).toEqual(monday);
});
