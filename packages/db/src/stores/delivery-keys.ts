import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { execute, type Queryable, query, rowsOf, sql } from '../sql.js';
import { resolveDeadLetters } from './dead-letters.js';
import { findSettled, storedKey } from './delivery-ledger.js';
import { isFree, KEY_COLUMNS, toKeyRow } from './key-rows.js';

/** A delivery, and how it ends if it is the first of its key. */
interface ClaimingDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

const identity = (integrationId: number, key: string) => JSON.stringify([integrationId, key]);

/** Came to something, so that nothing is left to be done. */
const isDone = ({ outcome }: ClaimingDelivery) => outcome === 'applied' || outcome === 'ignored';

const keyOf = ({ delivery }: ClaimingDelivery) => identity(delivery.integrationId, storedKey(delivery.key));

const byReceipt = (a: ClaimingDelivery, b: ClaimingDelivery) => a.delivery.receivedAt - b.delivery.receivedAt;

/** What of a batch is to take effect, and what the rest of it repeats. */
export interface ClaimedKeys<Item> {
  readonly fresh: ReadonlySet<Item>;
  repeatedBy(item: Item): string | undefined;
}

/**
 * The deliveries whose key nobody holds; a key held by one that ended rejected or dead is taken over. A batch may span
 * many windows of a digest: the first of each counts. Trying a key holds its row, so that whoever else has it waits until
 * the log says what became of this batch.
 */
export async function claimKeys<Item extends ClaimingDelivery>(
  tx: Queryable,
  batch: readonly Item[],
): Promise<ClaimedKeys<Item>> {
  const fresh = new Set<Item>();
  let rest: readonly Item[] = batch.toSorted(byReceipt);
  while (rest.length > 0) {
    const first = firstOfEach(rest);
    for (const item of await claimEach(tx, first)) fresh.add(item);
    const tried = new Set(first.values());
    rest = await pastTheirWindow(
      tx,
      rest.filter((item) => !tried.has(item) && item.delivery.keyWindowMs !== null),
    );
  }
  const left = batch.filter((item) => !fresh.has(item));
  return left.length === 0 ? { fresh, repeatedBy: () => undefined } : addOvertaken(tx, fresh, left);
}

function firstOfEach<Item extends ClaimingDelivery>(batch: readonly Item[]): Map<string, Item> {
  const first = new Map<string, Item>();
  for (const item of batch) if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  return first;
}

/** Those that came after the key they repeat had ceased to count. */
async function pastTheirWindow<Item extends ClaimingDelivery>(
  tx: Queryable,
  items: readonly Item[],
): Promise<Item[]> {
  const heldBy = await findKeys(tx, items);
  return items.filter((item) => {
    const held = heldBy(item);
    if (held === undefined) return false;
    const expiresAt = held.expiresAt?.getTime() ?? held.receivedAt.getTime() + (item.delivery.keyWindowMs ?? 0);
    return expiresAt <= item.delivery.receivedAt;
  });
}

/**
 * Adds those whose window was over before that of their key began: they were overtaken on their way, and repeat nothing
 * unless the log, or the batch, has another one of their own window.
 */
async function addOvertaken<Item extends ClaimingDelivery>(
  tx: Queryable,
  fresh: Set<Item>,
  left: readonly Item[],
): Promise<ClaimedKeys<Item>> {
  const heldBy = await findKeys(tx, left);
  const overtaken = left.filter((item) => {
    const { receivedAt, keyWindowMs } = item.delivery;
    const held = heldBy(item);
    return held !== undefined && keyWindowMs !== null && receivedAt + keyWindowMs <= held.receivedAt.getTime();
  });
  const loggedAs = await findSettled(
    tx,
    overtaken.map(({ delivery }) => delivery),
  );
  const accepted = new Map<string, Item[]>();
  const accept = (item: Item) => accepted.set(keyOf(item), [...(accepted.get(keyOf(item)) ?? []), item]);
  for (const item of fresh) accept(item);
  const inBatch = (item: Item) => accepted.get(keyOf(item))?.find((other) => isOfOneWindow(item, other));
  for (const item of overtaken.toSorted(byReceipt)) {
    if (loggedAs(item.delivery) !== undefined || inBatch(item) !== undefined) continue;
    fresh.add(item);
    accept(item);
  }
  return {
    fresh,
    repeatedBy: (item) => inBatch(item)?.delivery.id ?? loggedAs(item.delivery) ?? heldBy(item)?.deliveryId,
  };
}

function isOfOneWindow({ delivery: one }: ClaimingDelivery, { delivery: other }: ClaimingDelivery): boolean {
  return one.keyWindowMs === null || Math.abs(one.receivedAt - other.receivedAt) < one.keyWindowMs;
}

async function claimEach<Item extends ClaimingDelivery>(
  tx: Queryable,
  first: ReadonlyMap<string, Item>,
): Promise<Item[]> {
  const items = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const claimed = await query<{ integrationId: number; key: string; takenOver: boolean }>(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at, expires_at)
        SELECT * FROM ${rowsOf(items.map(toKeyRow), KEY_COLUMNS)}
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = EXCLUDED.outcome, received_at = EXCLUDED.received_at,
            expires_at = EXCLUDED.expires_at
          WHERE ${isFree}
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

/** A key that is held, and until when; null is for as long as the log lives. */
interface HeldKey {
  readonly deliveryId: string;
  readonly receivedAt: Date;
  readonly expiresAt: Date | null;
}

/** The keys of deliveries as they are held. */
async function findKeys(
  tx: Queryable,
  items: readonly ClaimingDelivery[],
): Promise<(item: ClaimingDelivery) => HeldKey | undefined> {
  if (items.length === 0) return () => undefined;
  const rows = await query<HeldKey & { integrationId: number; key: string }>(
    tx,
    sql`SELECT integration_id AS "integrationId", key, delivery_id AS "deliveryId", received_at AS "receivedAt",
          expires_at AS "expiresAt"
        FROM delivery_keys
        JOIN unnest(${items.map(({ delivery }) => delivery.integrationId)}::int[],
          ${items.map(({ delivery }) => storedKey(delivery.key))}::text[]) AS d(integration_id, key)
          USING (integration_id, key)`,
  );
  const held = new Map(rows.map((row) => [identity(row.integrationId, row.key), row]));
  return (item) => held.get(keyOf(item));
}

/**
 * A replay that came to something settles what it repeats: its key counts from now on, for as long as it would have,
 * and its dead letter is closed. A key that one of another window has taken since is not its business.
 */
export async function settleRepeated(tx: Queryable, fresh: Iterable<ClaimingDelivery>): Promise<void> {
  const rows = [...fresh].filter(isDone).flatMap(({ delivery, outcome }) => {
    const { id, integrationId, receivedAt, replay } = delivery;
    return replay === undefined ? [] : [{ id, integrationId, receivedAt, key: replay.key, outcome }];
  });
  if (rows.length === 0) return;
  await execute(
    tx,
    sql`UPDATE delivery_keys k SET outcome = r.outcome, delivery_id = r.id
        FROM unnest(${rows.map(({ integrationId }) => integrationId)}::int[], ${rows.map(({ key }) => storedKey(key))}::text[],
          ${rows.map(({ outcome }) => outcome)}::delivery_outcome[], ${rows.map(({ id }) => id)}::uuid[],
          ${rows.map(({ receivedAt }) => new Date(receivedAt))}::timestamptz[])
          AS r(integration_id, key, outcome, id, received_at)
        WHERE k.integration_id = r.integration_id AND k.key = r.key AND k.outcome IN ('rejected', 'dead')
          AND (k.expires_at IS NULL
            OR (r.received_at < k.expires_at AND k.received_at < r.received_at + (k.expires_at - k.received_at)))`,
  );
  await resolveDeadLetters(tx, rows);
}
