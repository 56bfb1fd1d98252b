import {
  type DescribeOptions,
  describeDeadDelivery,
  describeSilence,
  type NotificationContent,
} from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import type { DueNotification } from './due-notification.js';

/** The integration that a notification is about, with its project; null if it is gone. */
async function findIntegrationOf({ prisma }: DatabaseHandle, { projectId, detail }: DueNotification) {
  const found = await prisma.integration.findUnique({
    where: { id: detail.integrationId ?? 0, projectId },
    select: { id: true, name: true, provider: true, project: { select: { id: true, name: true } } },
  });
  if (found === null) return null;
  const { project, ...integration } = found;
  return { project, integration };
}

/** What a notification about deliveries that could not be applied says. */
export async function deadDeliveryContent(
  tx: DatabaseHandle,
  due: DueNotification,
  options: DescribeOptions,
): Promise<NotificationContent | null> {
  const { deliveryId = '', receivedAt = 0 } = due.detail;
  const found = await findIntegrationOf(tx, due);
  const delivery = await tx.prisma.delivery.findUnique({
    where: { id_receivedAt: { id: deliveryId, receivedAt: new Date(receivedAt) }, projectId: due.projectId },
    select: { id: true, event: true, reason: true, outcome: true },
  });
  // A redelivery or a replay may have succeeded meanwhile.
  if (found === null || delivery === null || (delivery.outcome !== 'dead' && due.count === 1)) return null;
  const { id, event, reason } = delivery;
  return describeDeadDelivery(
    { ...found, delivery: { id, event, reason: reason ?? '' }, count: due.count },
    options,
  );
}

/** What a notification about a silent integration says. */
export async function silenceContent(
  tx: DatabaseHandle,
  due: DueNotification,
  options: DescribeOptions,
): Promise<NotificationContent | null> {
  const { threshold, deliveryId = '', receivedAt = 0 } = due.detail;
  const found = await findIntegrationOf(tx, due);
  const lastDelivery = { id: deliveryId, at: new Date(receivedAt) };
  return found && describeSilence({ ...found, hours: threshold ?? 0, lastDelivery }, options);
}
