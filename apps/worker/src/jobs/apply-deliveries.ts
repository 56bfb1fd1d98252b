import type { Delivery } from '@slipway/contracts';
import {
  applyDeliveries,
  type Database,
  findProjectContexts,
  isDatabaseOutage,
  type NormalizedDelivery,
  type ProjectContext,
  type SettledDelivery,
} from '@slipway/db';
import { normalize } from '@slipway/providers';
import { defineJob, type JobContext } from '../define-job.js';

/** Applies the deliveries of an envelope together; if that fails, one by one until the culprit stands alone. */
export const job = defineJob({
  name: 'apply_deliveries',
  async run({ deliveries }, context) {
    const stop = context.metrics.applySeconds.startTimer();
    const settled = await applySplitting(deliveries, context);
    stop();
    for (const { delivery, outcome } of settled)
      context.metrics.applied.inc({ provider: delivery.provider, outcome });
  },
});

async function applySplitting(deliveries: readonly Delivery[], context: JobContext): Promise<SettledDelivery[]> {
  try {
    return await applyTogether(deliveries, context);
  } catch (error) {
    if (isDatabaseOutage(error)) throw error;
    const [only] = deliveries;
    if (only !== undefined && deliveries.length === 1) return [await bury(only, error, context)];
    const middle = Math.ceil(deliveries.length / 2);
    const halves = [deliveries.slice(0, middle), deliveries.slice(middle)];
    const settled: SettledDelivery[] = [];
    for (const half of halves) settled.push(...(await applySplitting(half, context)));
    return settled;
  }
}

async function applyTogether(
  deliveries: readonly Delivery[],
  { database, clock }: JobContext,
): Promise<SettledDelivery[]> {
  const startedAt = clock.now();
  const contexts = await findProjectContexts(database.pool, [
    ...new Set(deliveries.map(({ projectId }) => projectId)),
  ]);
  const batch = deliveries.map((delivery) => normalizeOne(delivery, contexts.get(delivery.projectId)));
  return database.transaction((tx) => applyDeliveries(tx, batch, startedAt));
}

function normalizeOne(delivery: Delivery, project: ProjectContext | undefined): NormalizedDelivery {
  const engine = project?.engine ?? 'custom';
  const normalized =
    project === undefined
      ? { outcome: 'rejected' as const, reason: 'the project no longer exists' }
      : normalize(delivery, { engine, config: {} });
  return {
    delivery,
    outcome: normalized.outcome,
    reason: normalized.outcome === 'applied' ? null : normalized.reason,
    operations: normalized.outcome === 'applied' ? normalized.operations : [],
    defaultBuildType: engine,
  };
}

/** Keeps a delivery that cannot be applied, whole, with the reason. */
async function bury(
  delivery: Delivery,
  error: unknown,
  { database, logger }: JobContext,
): Promise<SettledDelivery> {
  const reason = error instanceof Error ? error.message : String(error);
  logger.error({ err: error, deliveryId: delivery.id, provider: delivery.provider }, 'delivery is dead');
  await writeDeadLetter(database, delivery, reason);
  return { delivery, outcome: 'dead' };
}

async function writeDeadLetter({ prisma }: Database, delivery: Delivery, reason: string): Promise<void> {
  const { id: deliveryId, accountId, projectId, integrationId } = delivery;
  const fields = { reason, delivery, attempts: 1, failedAt: new Date() };
  await prisma.deadLetter.upsert({
    where: { deliveryId },
    create: { deliveryId, accountId, projectId, integrationId, ...fields },
    update: fields,
  });
}
