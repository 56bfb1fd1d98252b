import type { Delivery } from '@slipway/contracts';
import { execute, type Queryable, queryOne, sql } from '../sql.js';
import { type LedgerRun, loggedAt, recordDeliveries, type SettledDelivery, storedKey } from './delivery-ledger.js';

/** A delivery that cannot be applied, and why. */
export interface DeadDelivery {
  readonly delivery: Delivery;
  readonly reason: string;
  readonly run: LedgerRun;
}

/** A replay that dies is one more attempt at what it repeats. */
function repeatedBy({ replay, ...delivery }: Delivery): Delivery {
  const { of: id, key } = replay ?? { of: delivery.id, key: delivery.key };
  return { ...delivery, id, key: storedKey(key) };
}

/** Keeps a delivery that cannot be applied, whole. Its key is held so that a redelivery may take it over. */
export async function buryDelivery(
  tx: Queryable,
  { delivery, reason: told, run }: DeadDelivery,
): Promise<SettledDelivery> {
  const reason = told.replaceAll('\0', '').toWellFormed();
  const { id, accountId, projectId, integrationId, key } = delivery;
  const letter = repeatedBy(delivery);
  await execute(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at)
        VALUES (${integrationId}, ${storedKey(key)}, ${id}::uuid, 'dead', ${new Date(loggedAt(delivery))})
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = 'dead', received_at = EXCLUDED.received_at
          WHERE k.outcome IN ('rejected', 'dead')`,
  );
  await execute(
    tx,
    sql`INSERT INTO dead_letters AS d (delivery_id, account_id, project_id, integration_id, reason, delivery,
          attempts, failed_at)
        VALUES (${letter.id}::uuid, ${accountId}, ${projectId}, ${integrationId}, ${reason},
          ${JSON.stringify(letter)}::jsonb, 1, ${new Date(run.startedAt)})
        ON CONFLICT (delivery_id) DO UPDATE
          SET reason = EXCLUDED.reason, attempts = d.attempts + 1, failed_at = EXCLUDED.failed_at, resolved_at = NULL`,
  );
  await recordDeliveries(tx, [{ delivery, outcome: 'dead', reason, touched: [] }], run);
  return { delivery, outcome: 'dead' };
}

/** A delivery that settles what others with its key left undone. */
export interface SettlingDelivery {
  readonly integrationId: number;
  readonly key: string;
}

/** Closes the letters of deliveries whose key another one took over and settled. */
export async function resolveDeadLetters(tx: Queryable, settling: readonly SettlingDelivery[]): Promise<void> {
  if (settling.length === 0) return;
  await execute(
    tx,
    sql`UPDATE dead_letters d SET resolved_at = clock_timestamp()
        FROM unnest(${settling.map(({ integrationId }) => integrationId)}::int[],
          ${settling.map(({ key }) => storedKey(key))}::text[]) AS s(integration_id, key)
        WHERE d.resolved_at IS NULL AND d.integration_id = s.integration_id AND d.delivery->>'key' = s.key`,
  );
}

/** How many dead letters wait for someone. */
export async function countOpenDeadLetters(on: Queryable): Promise<number> {
  const row = await queryOne<{ count: number }>(
    on,
    sql`SELECT count(*) AS count FROM dead_letters WHERE resolved_at IS NULL`,
  );
  return row?.count ?? 0;
}
