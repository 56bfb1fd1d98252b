import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { type Column, execute, type Queryable, query, rowsOf, sql } from '../sql.js';
import { iso } from '../times.js';
import { resolveDeadLetters } from './dead-letters.js';
import { loggedAt, storedKey } from './delivery-ledger.js';

/** A delivery, and how it ends if it is the first of its key. */
interface ClaimingDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

const identity = (integrationId: number, key: string) => JSON.stringify([integrationId, key]);

/** Came to something, so that nothing is left to be done. */
const isDone = ({ outcome }: ClaimingDelivery) => outcome === 'applied' || outcome === 'ignored';

/**
 * The deliveries whose key nobody holds; a key held by one that ended rejected or dead is taken over. A batch may span
 * many windows of a digest: the first of each counts.
 */
export async function claimKeys<Item extends ClaimingDelivery>(
  tx: Queryable,
  batch: readonly Item[],
): Promise<Set<Item>> {
  const fresh = new Set<Item>();
  let rest = batch;
  while (rest.length > 0) {
    const first = firstOfEach(rest);
    for (const item of await claimEach(tx, first)) fresh.add(item);
    const tried = new Set(first.values());
    rest = await pastTheirWindow(
      tx,
      rest.filter((item) => !tried.has(item) && item.delivery.keyWindowMs !== null),
    );
  }
  return fresh;
}

function firstOfEach<Item extends ClaimingDelivery>(batch: readonly Item[]): Map<string, Item> {
  const first = new Map<string, Item>();
  for (const item of batch) {
    const key = identity(item.delivery.integrationId, storedKey(item.delivery.key));
    if (!first.has(key)) first.set(key, item);
  }
  return first;
}

/** Those that came after the key they repeat had ceased to count. */
async function pastTheirWindow<Item extends ClaimingDelivery>(
  tx: Queryable,
  items: readonly Item[],
): Promise<Item[]> {
  const keyOf = await findKeys(
    tx,
    items.map(({ delivery }) => delivery),
  );
  return items.filter(({ delivery }) => {
    const expiresAt = keyOf(delivery)?.expiresAt ?? null;
    return expiresAt !== null && expiresAt.getTime() <= delivery.receivedAt;
  });
}

async function claimEach<Item extends ClaimingDelivery>(
  tx: Queryable,
  first: ReadonlyMap<string, Item>,
): Promise<Item[]> {
  const items = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const claimed = await query<{ integrationId: number; key: string; takenOver: boolean }>(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at, expires_at)
        SELECT * FROM ${rowsOf(items.map(toRow), COLUMNS)}
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = EXCLUDED.outcome, received_at = EXCLUDED.received_at,
            expires_at = EXCLUDED.expires_at
          WHERE k.outcome IN ('rejected', 'dead') OR k.expires_at <= EXCLUDED.received_at
        RETURNING integration_id AS "integrationId", key, xmax::text <> '0' AS "takenOver"`,
    'claim keys',
  );
  const fresh = claimed.flatMap((row) => {
    const item = first.get(identity(row.integrationId, row.key));
    return item === undefined ? [] : [{ item, takenOver: row.takenOver }];
  });
  const settling = fresh.filter(({ item, takenOver }) => takenOver && isDone(item));
  await resolveDeadLetters(
    tx,
    settling.map(({ item }) => item.delivery),
  );
  return fresh.map(({ item }) => item);
}

const COLUMNS: readonly Column[] = [
  ['integration_id', 'int'],
  ['key', 'text'],
  ['delivery_id', 'uuid'],
  ['outcome', 'delivery_outcome'],
  ['received_at', 'timestamptz(3)'],
  ['expires_at', 'timestamptz(3)'],
];

/** A digest stands for a delivery only so long; an id of the sender's for as long as the log lives. */
function toRow({ delivery, outcome }: ClaimingDelivery) {
  const { id, integrationId, key, keyWindowMs, receivedAt } = delivery;
  return {
    integration_id: integrationId,
    key: storedKey(key),
    delivery_id: id,
    outcome,
    received_at: iso(loggedAt(delivery)),
    expires_at: iso(keyWindowMs === null ? null : receivedAt + keyWindowMs),
  };
}

/** A key that is held, and until when; null is for as long as the log lives. */
interface HeldKey {
  readonly deliveryId: string;
  readonly expiresAt: Date | null;
}

/** The keys of deliveries as they are held. */
export async function findKeys(
  tx: Queryable,
  deliveries: readonly Delivery[],
): Promise<(delivery: Delivery) => HeldKey | undefined> {
  if (deliveries.length === 0) return () => undefined;
  const rows = await query<HeldKey & { integrationId: number; key: string }>(
    tx,
    sql`SELECT integration_id AS "integrationId", key, delivery_id AS "deliveryId", expires_at AS "expiresAt"
        FROM delivery_keys
        JOIN unnest(${deliveries.map(({ integrationId }) => integrationId)}::int[],
          ${deliveries.map(({ key }) => storedKey(key))}::text[]) AS d(integration_id, key) USING (integration_id, key)`,
  );
  const held = new Map(rows.map((row) => [identity(row.integrationId, row.key), row]));
  return ({ integrationId, key }) => held.get(identity(integrationId, storedKey(key)));
}

/** A replay that came to something settles what it repeats: its key counts from now on, its dead letter is closed. */
export async function settleRepeated(tx: Queryable, fresh: readonly ClaimingDelivery[]): Promise<void> {
  const rows = fresh.filter(isDone).flatMap(({ delivery: { id, integrationId, replay }, outcome }) => {
    return replay === undefined ? [] : [{ id, integrationId, key: replay.key, outcome }];
  });
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`UPDATE delivery_keys k SET outcome = r.outcome, delivery_id = r.id
        FROM unnest(${rows.map(({ integrationId }) => integrationId)}::int[], ${rows.map(({ key }) => storedKey(key))}::text[],
          ${rows.map(({ outcome }) => outcome)}::delivery_outcome[], ${rows.map(({ id }) => id)}::uuid[])
          AS r(integration_id, key, outcome, id)
        WHERE k.integration_id = r.integration_id AND k.key = r.key AND k.outcome IN ('rejected', 'dead')`,
  );
  await resolveDeadLetters(tx, rows);
}
