import type { Delivery } from '@slipway/contracts';
import { connectRetrying, DeliveryPublisher, watchRedis } from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';
import { eventually } from '@slipway/testing';

/**
 * Publishes deliveries without ingest; closed with the test's process. While Redis does not answer, as may happen
 * briefly on a busy machine, the publisher refuses a delivery. Ingest would spool it; `publish` tries again.
 */
export function openPublisher({ settings, onClose }: Pick<ProcessContext, 'settings' | 'onClose'>) {
  const redis = connectRetrying(settings, () => undefined);
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
