import { createHash } from 'node:crypto';
import type { Delivery } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { isWanted } from './recipients.js';
import { writeNotification } from './write-notification.js';

/** Deliveries that fail for the same reason often come together. They become one message with their number. */
const COLLECT_MS = 60_000;

/**
 * Writes that a delivery could not be applied, in the transaction that records it: once a day for each integration and
 * reason, because a broken sender repeats itself.
 */
export async function notifyOfDeadDelivery(
  tx: DatabaseHandle,
  { id: deliveryId, accountId, projectId, integrationId, receivedAt }: Delivery,
  reason: string,
): Promise<void> {
  if (!(await isWanted(tx, projectId, 'delivery.dead'))) return;
  const cause = createHash('sha256').update(reason).digest('hex').slice(0, 32);
  const day = (await databaseTime(tx)).toISOString().slice(0, 10);
  const key = `dead:${integrationId}:${cause}:${day}`;
  await writeNotification(tx, {
    accountId,
    projectId,
    event: 'delivery.dead',
    holdMs: COLLECT_MS,
    eventKey: key,
    threadKey: key,
    detail: { deliveryId, integrationId, receivedAt },
  });
}
