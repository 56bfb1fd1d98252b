import type { Delivery } from '@slipway/contracts';

/** How often a delivery may take too long by itself before it is given up. */
const MAX_TIMES = 5;
/** Those that come after so many others are forgotten, and counted anew. */
const MAX_KEPT = 1_000;

/** Deliveries that took too long although nothing else was in their transaction. */
export interface SlowDeliveries {
  /** Notes one more time. */
  note(delivery: Delivery): void;
  isKnown(delivery: Delivery): boolean;
  /** True for one that has had its chances. */
  isHopeless(delivery: Delivery): boolean;
  forget(delivery: Delivery): void;
}

/** Counts in this process alone: a delivery that moves between workers gets a few chances more. */
export function createSlowDeliveries(): SlowDeliveries {
  const times = new Map<string, number>();
  return {
    note({ id }) {
      times.set(id, (times.get(id) ?? 0) + 1);
      const [oldest] = times.keys();
      if (times.size > MAX_KEPT && oldest !== undefined) times.delete(oldest);
    },
    isKnown: ({ id }) => times.has(id),
    isHopeless: ({ id }) => (times.get(id) ?? 0) >= MAX_TIMES,
    forget: ({ id }) => void times.delete(id),
  };
}
