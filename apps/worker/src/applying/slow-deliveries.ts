import type { Delivery } from '@slipway/contracts';
import { MAX_SLOW_ATTEMPTS, MAX_SLOW_DELIVERIES } from '../limits.js';

/** Tracks deliveries that took too long even in a separate transaction. */
export interface SlowDeliveries {
  /** Counts one slow attempt. */
  note(delivery: Delivery): void;
  isKnown(delivery: Delivery): boolean;
  /** True after the last attempt. */
  hasExhaustedAttempts(delivery: Delivery): boolean;
  forget(delivery: Delivery): void;
}

/** Each process counts separately, so a delivery that moves between workers gets a few more attempts. */
export function createSlowDeliveries(): SlowDeliveries {
  const times = new Map<string, number>();
  return {
    note({ id }) {
      times.set(id, (times.get(id) ?? 0) + 1);
      const [oldest] = times.keys();
      if (times.size > MAX_SLOW_DELIVERIES && oldest !== undefined) times.delete(oldest);
    },
    isKnown: ({ id }) => times.has(id),
    hasExhaustedAttempts: ({ id }) => (times.get(id) ?? 0) >= MAX_SLOW_ATTEMPTS,
    forget: ({ id }) => void times.delete(id),
  };
}
