import { connectPatient, createDeliveryPublisher, watchRedis } from '@slipway/queue';
import type { ProcessContext } from '@slipway/runtime';

/** Publishes deliveries without ingest; closed with the test's process. */
export function openPublisher({ settings, onClose }: Pick<ProcessContext, 'settings' | 'onClose'>) {
  const redis = connectPatient(settings.REDIS_URL, () => undefined);
  const health = watchRedis(redis);
  const publisher = createDeliveryPublisher({ connection: redis, health });
  onClose('redis', async () => {
    await publisher.close();
    health.close();
    redis.disconnect();
  });
  return { publisher, redis };
}
