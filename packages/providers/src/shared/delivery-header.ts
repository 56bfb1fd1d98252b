import type { ReceivedEvent } from '../define-provider.js';

/** The header by which our senders give a report an id. Other senders of these bodies send none. */
export const DELIVERY_HEADER = 'x-slipway-delivery';

/**
 * The id of a delivery whose body Slipway defines. Our senders keep a report while the service cannot be reached; the
 * id makes the second attempt a duplicate of a first whose answer got lost.
 */
export function deliveryHeader({ headers }: ReceivedEvent): string | null {
  return headers[DELIVERY_HEADER] ?? null;
}
