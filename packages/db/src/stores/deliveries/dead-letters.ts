import type { Delivery } from '@slipway/contracts';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { iso } from '../../times.js';
import { notifyOfDeadDelivery } from '../notifications/delivery-events.js';
import { type LedgerRun, recordDeliveries, type SettledDelivery, storedKey } from './delivery-ledger.js';
import { type ClaimingDelivery, claimKeyRows } from './key-rows.js';

/** A delivery that cannot be applied, and why. */
export interface DeadDelivery {
  readonly delivery: Delivery;
  readonly reason: string;
  readonly run: LedgerRun;
}

const claimKey = defineQuery({
  name: 'claim key of dead delivery',
  columns: {},
  examples: [[]],
  build: (items: readonly ClaimingDelivery[]) => claimKeyRows(items),
});

/**
 * Records a delivery that cannot be applied. It claims the delivery's key, so that only a successful redelivery takes
 * the key over. A replay that fails is recorded as another failure of its original.
 */
export async function buryDelivery(
  database: Database,
  { delivery, reason: message, run }: DeadDelivery,
): Promise<SettledDelivery> {
  const reason = message.replaceAll('\0', '').toWellFormed();
  const { of: deliveryId, key } = delivery.replay ?? { of: delivery.id, key: delivery.key };
  const { integrationId, receivedAt } = delivery;
  const failedAt = new Date(run.startedAt);
  await database.modelTransaction(async (tx) => {
    const { prisma, pool } = tx;
    // The lock on the key makes concurrent workers wait for each other, so the upsert cannot race.
    await claimKey.execute(pool, [{ delivery, outcome: 'dead' }]);
    await prisma.deadLetter.upsert({
      where: { deliveryId },
      create: { deliveryId, integrationId, key: storedKey(key), receivedAt: new Date(receivedAt), failedAt },
      update: { failedAt, resolvedAt: null },
    });
    await recordDeliveries(pool, [{ delivery, outcome: 'dead', reason, touched: [] }], run);
    await notifyOfDeadDelivery(tx, delivery, reason);
  });
  return { delivery, outcome: 'dead' };
}

/** A successful delivery that resolves the dead letters with its key. */
export interface ResolvingDelivery {
  readonly integrationId: number;
  readonly key: string;
  readonly receivedAt: number;
}

const toRow = ({ integrationId, key, receivedAt }: ResolvingDelivery) => ({
  integrationId,
  key: storedKey(key),
  receivedAt: iso(receivedAt),
});

const resolve = defineQuery({
  name: 'resolve dead_letters',
  columns: {},
  examples: [[]],
  build: (
    deliveries: readonly ResolvingDelivery[],
  ) => sql`UPDATE dead_letters d SET resolved_at = clock_timestamp()
    FROM ${rowsOf(deliveries.map(toRow), { integrationId: 'int', key: 'text', receivedAt: 'timestamptz' })}
      LEFT JOIN delivery_keys k ON k.integration_id = r.integration_id AND k.key = r.key
    WHERE d.resolved_at IS NULL AND d.integration_id = r.integration_id AND d.key = r.key
      AND d.received_at < COALESCE(r.received_at + (k.expires_at - k.received_at), 'infinity')`,
});

/**
 * Resolves the dead letters of deliveries that have the same key as a successful delivery and were received before the
 * end of its window. A later delivery with the same digest is a separate report.
 */
export async function resolveDeadLetters(tx: Queryable, deliveries: readonly ResolvingDelivery[]): Promise<void> {
  if (deliveries.length > 0) await resolve.execute(tx, deliveries);
}

export function countOpenDeadLetters({ prisma }: DatabaseHandle): Promise<number> {
  return prisma.deadLetter.count({ where: { resolvedAt: null } });
}
