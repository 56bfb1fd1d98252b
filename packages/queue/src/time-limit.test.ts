import { describe, expect, it } from '@jest/globals';
import { TimeLimitError, withinTimeLimit } from './time-limit.js';

describe('work within a time limit', () => {
  it('gives its result, or its own failure', async () => {
    await expect(withinTimeLimit(10_000, 'work', async () => 7)).resolves.toBe(7);
    await expect(withinTimeLimit(10_000, 'work', () => Promise.reject(new Error('own')))).rejects.toThrow('own');
  });

  it('fails when it hangs, and is told to stop', async () => {
    let told: AbortSignal | undefined;
    const hanging = withinTimeLimit(1, 'poll', (signal) => {
      told = signal;
      return new Promise(() => undefined);
    });
    await expect(hanging).rejects.toThrow(TimeLimitError);
    expect(told?.aborted).toBe(true);
    expect(told?.reason).toBeInstanceOf(TimeLimitError);
  });
});
