import { describe, expect, it } from '@jest/globals';
import { TimeoutError, withTimeout } from './with-timeout.js';

describe('withTimeout', () => {
  it('returns the result of the work, or throws its error', async () => {
    await expect(withTimeout(10_000, 'work', async () => 7)).resolves.toBe(7);
    await expect(withTimeout(10_000, 'work', () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('rejects when the work hangs, and aborts its signal', async () => {
    let passed: AbortSignal | undefined;
    const hanging = withTimeout(1, 'poll', (signal) => {
      passed = signal;
      return new Promise(() => undefined);
    });
    await expect(hanging).rejects.toThrow(new TimeoutError('poll took longer than 1 ms'));
    expect(passed?.reason).toBeInstanceOf(TimeoutError);
  });
});
