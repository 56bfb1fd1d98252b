import type { DatabaseHandle, Held, Wait } from '@slipway/db';
import type { Failure } from '@slipway/destinations';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits that the Standard Webhooks specification recommends. */
const DELAYS_MS = [5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS];
const LONGEST_MS = 10 * HOUR_MS;

/** Slipway's own rules cost nobody a request, so a network that the operator allows is used soon. */
const BLOCKED_DELAY_MS = MINUTE_MS;

/** A destination that has accepted nothing for this long is dead. */
const DEAD_AFTER_MS = 24 * HOUR_MS;

interface Settling<Claimed> {
  readonly outbox: {
    postpone(tx: DatabaseHandle, held: Claimed, wait: Wait): Promise<Date | null>;
    pause(tx: DatabaseHandle, held: Claimed, reason: string): Promise<void>;
  };
  readonly held: Claimed;
  readonly now: number;
}

/**
 * Makes a destination wait after a failed attempt, in the caller's transaction, or pauses it. What waits for it waits with
 * it, for a day.
 */
export async function settleFailure<Claimed extends Held>(
  tx: DatabaseHandle,
  { outbox, held, now }: Settling<Claimed>,
  outcome: Failure,
): Promise<void> {
  const { kind, error } = outcome;
  const counts = kind !== 'busy';
  const wait = { error, delayMs: delayOf(outcome, held), counts, wasSent: kind !== 'blocked' };
  const failingSince = await outbox.postpone(tx, held, wait);
  if (failingSince === null) return;
  const isDead = counts && now - failingSince.getTime() >= DEAD_AFTER_MS;
  if (kind === 'gone' || isDead) await outbox.pause(tx, held, error);
}

function delayOf(outcome: Failure, { failures }: Held): number {
  if (outcome.kind === 'busy') return outcome.retryAfterMs;
  if (outcome.kind === 'blocked') return BLOCKED_DELAY_MS;
  // Up to a tenth more, so that destinations do not retry together.
  return Math.round((DELAYS_MS[failures] ?? LONGEST_MS) * (1 + Math.random() / 10));
}
