import { describe, expect, it } from '@jest/globals';
import { nextAttempt } from './next-attempt.js';
import type { SendFailure } from './transport.js';

/** Makes attempts that all fail; returns their number and the total delay. */
function attemptsOf(failureAt: (attempt: number) => SendFailure) {
  let unconfirmed = false;
  let waitedMs = 0;
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt({ attempts, unconfirmed }, failureAt(attempts), () => 0.5);
    if (next === null) return { attempts, hours: waitedMs / 3_600_000 };
    ({ unconfirmed } = next);
    waitedMs += next.delayMs;
  }
}

describe('a mail that fails', () => {
  it('is retried for about a day while the server is down', () => {
    const { attempts, hours } = attemptsOf(() => 'failed');
    expect(attempts).toBe(20);
    expect(hours).toBeGreaterThan(16);
    expect(hours).toBeLessThan(30);
  });

  it('is retried just as long when the server goes down during an attempt', () => {
    const away = attemptsOf(() => 'failed');
    expect(attemptsOf((attempt) => (attempt === 1 ? 'unconfirmed' : 'failed'))).toEqual(away);
  });

  it('is abandoned once it may have arrived twice, whatever happened in between', () => {
    expect(attemptsOf((attempt) => (attempt % 5 === 1 ? 'unconfirmed' : 'failed')).attempts).toBe(6);
  });

  it('is abandoned at once when the server refuses it', () => {
    expect(attemptsOf(() => 'refused').attempts).toBe(1);
  });
});
