import type { Delivery } from '@slipway/contracts';
import { connectPatient, DeliveryPublisher, watchRedis } from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import { eventually } from '@slipway/testing';

/**
 * Publishes deliveries without ingest; closed with the test's process. Like ingest, which would spool it, the publisher
 * refuses a delivery while Redis does not answer, as it may for a moment on a busy machine: `publish` tries again.
 */
export function openPublisher({ settings, onClose }: Pick<ProcessContext, 'settings' | 'onClose'>) {
  const redis = connectPatient(settings, () => undefined);
  const health = watchRedis(redis);
  const publisher = new DeliveryPublisher({ connection: redis, health });
  onClose('redis', async () => {
    await publisher.close();
    health.close();
    redis.disconnect();
  });
  const publish = (delivery: Delivery) =>
    eventually('Redis takes the delivery', () => publisher.publish(delivery).catch(() => undefined));
  return { publisher: { publish }, redis };
}
