import { setTimeout as delay } from 'node:timers/promises';
import { jitteredBackoffMs } from '@slipway/domain';
import { isLockTimeout } from '../../outage.js';

/** While a change to a partition waits for its lock, all that comes later waits behind it: at most this long. */
export const LIMIT_LOCK_WAIT = "SET LOCAL lock_timeout = '150ms'";

const ATTEMPTS = 5;
const PAUSE = { firstMs: 200, maxMs: 2_000 };

/** Repeats a change to a partition that gave up waiting for its lock, so that others get their turn in between. */
export async function retryLocked<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isLockTimeout(error) || attempt === ATTEMPTS) throw error;
    }
    await delay(jitteredBackoffMs(attempt, PAUSE));
  }
}
