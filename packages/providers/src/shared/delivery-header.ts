import type { ReceivedEvent } from '../define-provider.js';

/** The header in which our senders identify a report. Other senders of these bodies do not send it. */
export const DELIVERY_HEADER = 'x-slipway-delivery';

/**
 * The id of a delivery whose body Slipway defines. Our senders keep a report while the service cannot be reached. If
 * the response to a first attempt got lost, the id makes the second attempt a duplicate.
 */
export function deliveryHeader({ headers }: ReceivedEvent): string | null {
  return headers[DELIVERY_HEADER] ?? null;
}
