import type { ReceivedEvent } from '../define-provider.js';

/**
 * The id of a delivery whose body Slipway defines. Our senders keep a report while the service cannot be reached; the
 * id makes the second attempt a duplicate of a first whose answer got lost.
 */
export function idempotencyKey({ headers }: ReceivedEvent): string | null {
  return headers['idempotency-key'] ?? null;
}
