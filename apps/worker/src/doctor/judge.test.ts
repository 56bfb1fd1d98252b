import { describe, expect, it } from '@jest/globals';
import { checkClock, reasonOf } from './judge.js';

describe('checkClock', () => {
  it.each([
    [0, 'ok'],
    [1_500, 'ok'],
    [-5_000, 'warning'],
    [600_000, 'problem'],
  ])('a clock that is off by %i ms is: %s', (skew, state) => {
    expect(checkClock('clock', 1_000_000 + skew, 1_000_000).state).toBe(state);
  });
});

describe('reasonOf', () => {
  it('never contains the password from the address', () => {
    const url = 'postgres://slipway:s%C3%A4cret@db.example.com/slipway';
    expect(reasonOf(new Error('login of slipway:säcret failed (s%C3%A4cret)'), url)).toBe(
      'login of slipway:… failed (…)',
    );
  });

  it('is the reason for the first address when a name resolves to several', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED 127.0.0.1:1'), new Error('other')]);
    expect(reasonOf(error, 'redis://localhost')).toBe('connect ECONNREFUSED 127.0.0.1:1');
  });
});
