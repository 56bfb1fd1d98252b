import { expect, it } from '@jest/globals';
import { testClock } from './clock.js';

it('a test clock stands still until a test moves it', () => {
  const clock = testClock();
  expect(clock.now()).toBe(Date.parse('2026-01-15T12:00:00.000Z'));
  clock.advance(1500);
  expect(clock.now()).toBe(Date.parse('2026-01-15T12:00:01.500Z'));
  clock.set('2026-11-01T00:00:00Z');
  expect(clock.now()).toBe(Date.parse('2026-11-01T00:00:00Z'));
});
