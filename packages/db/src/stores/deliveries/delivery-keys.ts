import type { DeliveryOutcome } from '@slipway/contracts';
import { columnsOf, computed, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { iso } from '../../times.js';
import { resolveDeadLetters } from './dead-letters.js';
import { findSettled, storedKey } from './delivery-ledger.js';
import { type ClaimingDelivery, claimKeyRows } from './key-rows.js';

const identity = (integrationId: number, key: string) => `${integrationId} ${key}`;

const hasSucceeded = ({ outcome }: ClaimingDelivery) => outcome === 'applied' || outcome === 'ignored';

const keyOf = ({ delivery }: ClaimingDelivery) => identity(delivery.integrationId, storedKey(delivery.key));

const byReceipt = (a: ClaimingDelivery, b: ClaimingDelivery) => a.delivery.receivedAt - b.delivery.receivedAt;

/** The deliveries in a batch that take effect, and for each of the others the delivery that it repeats. */
export interface ClaimedKeys<Item> {
  readonly fresh: ReadonlySet<Item>;
  repeatedBy(item: Item): string | undefined;
}

/**
 * Claims a batch's keys. A delivery takes effect if its key is new, or if the delivery that holds the key was rejected
 * or is dead. A batch may span several windows of a digest: the first delivery in each window takes effect. Claiming
 * locks the key's row, so that another transaction with the same key waits for the outcome of this batch.
 */
export async function claimKeys<Item extends ClaimingDelivery>(
  tx: Queryable,
  batch: readonly Item[],
): Promise<ClaimedKeys<Item>> {
  const fresh = new Set<Item>();
  let rest: readonly Item[] = batch.toSorted(byReceipt);
  while (rest.length > 0) {
    const first = firstOfEachKey(rest);
    for (const item of await claimEach(tx, first)) fresh.add(item);
    const tried = new Set(first.values());
    rest = await afterWindow(
      tx,
      rest.filter((item) => !tried.has(item) && item.delivery.keyWindowMs !== null),
    );
  }
  const left = batch.filter((item) => !fresh.has(item));
  return left.length === 0 ? { fresh, repeatedBy: () => undefined } : addOvertaken(tx, fresh, left);
}

function firstOfEachKey<Item extends ClaimingDelivery>(batch: readonly Item[]): Map<string, Item> {
  const first = new Map<string, Item>();
  for (const item of batch) {
    const key = keyOf(item);
    if (!first.has(key)) first.set(key, item);
  }
  return first;
}

/** The deliveries received after their key's window had ended. */
async function afterWindow<Item extends ClaimingDelivery>(tx: Queryable, items: readonly Item[]): Promise<Item[]> {
  const holderOf = await findHolders(tx, items);
  return items.filter((item) => {
    const expiresAt = holderOf(item)?.expiresAt?.getTime();
    return expiresAt !== undefined && expiresAt <= item.delivery.receivedAt;
  });
}

/**
 * Adds the deliveries whose window ended before their key's window began, because a later delivery overtook them. They
 * take effect unless the ledger or the batch has another delivery from their own window.
 */
async function addOvertaken<Item extends ClaimingDelivery>(
  tx: Queryable,
  fresh: Set<Item>,
  left: readonly Item[],
): Promise<ClaimedKeys<Item>> {
  const holderOf = await findHolders(tx, left);
  const overtaken = left.filter((item) => {
    const { receivedAt, keyWindowMs } = item.delivery;
    const holder = holderOf(item);
    return holder !== undefined && keyWindowMs !== null && receivedAt + keyWindowMs <= holder.receivedAt.getTime();
  });
  const settledBy = await findSettled(
    tx,
    overtaken.map(({ delivery }) => delivery),
  );
  const accepted = new Map<string, Item[]>();
  const accept = (item: Item) => accepted.set(keyOf(item), [...(accepted.get(keyOf(item)) ?? []), item]);
  for (const item of fresh) accept(item);
  const inBatch = (item: Item) => accepted.get(keyOf(item))?.find((other) => isInSameWindow(item, other));
  for (const item of overtaken.toSorted(byReceipt)) {
    if (settledBy(item.delivery) !== undefined || inBatch(item) !== undefined) continue;
    fresh.add(item);
    accept(item);
  }
  return {
    fresh,
    repeatedBy: (item) => inBatch(item)?.delivery.id ?? settledBy(item.delivery) ?? holderOf(item)?.deliveryId,
  };
}

function isInSameWindow({ delivery: one }: ClaimingDelivery, { delivery: other }: ClaimingDelivery): boolean {
  return one.keyWindowMs === null || Math.abs(one.receivedAt - other.receivedAt) < one.keyWindowMs;
}

const key = columnsOf('DeliveryKey', 'k');

const claim = defineQuery({
  name: 'claim delivery_keys',
  columns: { ...pick(key, 'integrationId', 'key'), takenOver: computed('bool', sql`k.xmax::text <> '0'`) },
  prepared: true,
  examples: [[]],
  build: (items: readonly ClaimingDelivery[], select) => sql`${claimKeyRows(items)} RETURNING ${select}`,
});

/** Claims each key for its delivery; returns the deliveries that succeeded. Always locks keys in the same order. */
async function claimEach<Item extends ClaimingDelivery>(
  tx: Queryable,
  first: ReadonlyMap<string, Item>,
): Promise<Item[]> {
  const items = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const claimed = await claim.all(tx, items);
  const fresh = claimed.flatMap((row) => {
    const item = first.get(identity(row.integrationId, row.key));
    return item === undefined ? [] : [{ item, takenOver: row.takenOver }];
  });
  const resolving = fresh.filter(({ item, takenOver }) => takenOver && hasSucceeded(item));
  await resolveDeadLetters(
    tx,
    resolving.map(({ item }) => item.delivery),
  );
  return fresh.map(({ item }) => item);
}

const toKey = ({ delivery }: ClaimingDelivery) => ({
  integrationId: delivery.integrationId,
  key: storedKey(delivery.key),
});

const holders = defineQuery({
  name: 'find holders of delivery_keys',
  columns: pick(key, 'integrationId', 'key', 'deliveryId', 'receivedAt', 'expiresAt'),
  examples: [[]],
  build: (items: readonly ClaimingDelivery[], select) => sql`SELECT ${select} FROM delivery_keys k
    JOIN ${rowsOf(items.map(toKey), { integrationId: 'int', key: 'text' })} USING (integration_id, key)`,
});

type Holder = Awaited<ReturnType<typeof holders.all>>[number];

/** Finds the deliveries that hold these deliveries' keys. */
async function findHolders(
  tx: Queryable,
  items: readonly ClaimingDelivery[],
): Promise<(item: ClaimingDelivery) => Holder | undefined> {
  if (items.length === 0) return () => undefined;
  const rows = await holders.all(tx, items);
  const byKey = new Map(rows.map((row) => [identity(row.integrationId, row.key), row]));
  return (item) => byKey.get(keyOf(item));
}

interface SettlingReplay {
  readonly id: string;
  readonly integrationId: number;
  readonly key: string;
  readonly outcome: DeliveryOutcome;
  readonly receivedAt: string;
}

/** Skips a key that a delivery of another window has taken over since. */
const settleKeys = defineQuery({
  name: 'settle keys of replayed deliveries',
  columns: {},
  examples: [[]],
  build: (
    replays: readonly SettlingReplay[],
  ) => sql`UPDATE delivery_keys k SET outcome = r.outcome, delivery_id = r.id
    FROM ${rowsOf(replays, {
      id: 'uuid',
      integrationId: 'int',
      key: 'text',
      outcome: 'delivery_outcome',
      receivedAt: 'timestamptz',
    })}
    WHERE k.integration_id = r.integration_id AND k.key = r.key AND k.outcome IN ('rejected', 'dead')
      AND (k.expires_at IS NULL
        OR (r.received_at < k.expires_at AND k.received_at < r.received_at + (k.expires_at - k.received_at)))`,
});

/**
 * Settles the deliveries repeated by successful replays: within the same window, a replay takes over the delivery's key
 * and resolves its dead letter.
 */
export async function settleReplayed(tx: Queryable, fresh: Iterable<ClaimingDelivery>): Promise<void> {
  const replays = [...fresh].filter(hasSucceeded).flatMap(({ delivery, outcome }) => {
    const { id, integrationId, receivedAt, replay } = delivery;
    return replay === undefined ? [] : [{ id, integrationId, receivedAt, key: replay.key, outcome }];
  });
  if (replays.length === 0) return;
  await settleKeys.execute(
    tx,
    replays.map((replay) => ({ ...replay, key: storedKey(replay.key), receivedAt: iso(replay.receivedAt) })),
  );
  await resolveDeadLetters(tx, replays);
}
