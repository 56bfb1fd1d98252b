import { compareText } from '@slipway/domain';
import { pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { fromJson } from '../../json.js';
import { LEDGER } from '../../ledger.js';
import type { Found, Listed } from '../../records.js';
import { sql } from '../../sql.js';
import { deliveryColumns, NEWEST_FIRST } from './deliveries.js';

const replayColumns = pick(deliveryColumns, 'id', 'outcome', 'receivedAt', 'finishedAt');

type Headers = Readonly<Record<string, string>>;
type Touched = readonly { readonly kind: string; readonly id: string }[];

/** The most replays shown for one delivery. */
const MAX_REPLAYS = 50;

const replaysOf = defineQuery({
  name: 'list replays of delivery',
  columns: replayColumns,
  examples: [{ projectId: 1, deliveryId: '00000000-0000-0000-0000-000000000000' }],
  build: ({ projectId, deliveryId }: { projectId: number; deliveryId: string }, select) => sql`
    SELECT ${select} FROM ${LEDGER} d WHERE d.project_id = ${projectId} AND d.replay_of = ${deliveryId}::uuid
    ORDER BY ${NEWEST_FIRST} LIMIT ${MAX_REPLAYS}`,
});

/** One delivery of the project with its request and its replays. */
async function findDelivery(on: DatabaseHandle, projectId: number, deliveryId: string) {
  const [[delivery], replays] = await Promise.all([
    findInLedger(on, projectId, [deliveryId]),
    replaysOf.all(on.pool, { projectId, deliveryId }),
  ]);
  if (delivery === undefined) return null;
  const headers = fromJson<Headers>(delivery.headers);
  const touched = fromJson<Touched>(delivery.touched);
  /** `replays` has the newest first; `body` is compressed, and null once it is no longer stored. */
  return { ...delivery, headers, touched, touchedCount: touched.length, replays };
}

export type DeliveryDetailRecord = Found<typeof findDelivery>;

/** Looks for deliveries under a legal hold second, so that none is missed that moves aside meanwhile. */
async function findInLedger({ prisma }: DatabaseHandle, projectId: number, ids: readonly string[]) {
  const retained = await prisma.delivery.findMany({ where: { id: { in: [...ids] }, projectId } });
  const known = new Set(retained.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return retained;
  return [...retained, ...(await prisma.heldDelivery.findMany({ where: { id: { in: missing }, projectId } }))];
}

/** The project's deliveries with these ids, oldest first, ready to be processed again. */
async function findReplayable(on: DatabaseHandle, projectId: number, ids: readonly string[]) {
  const found = await findInLedger(on, projectId, ids);
  const oldestFirst = found.toSorted(
    (a, b) => a.receivedAt.getTime() - b.receivedAt.getTime() || compareText(a.id, b.id),
  );
  return oldestFirst.map(({ dedupeKey: key, ...delivery }) => ({
    ...delivery,
    key,
    headers: fromJson<Headers>(delivery.headers),
  }));
}

/** A delivery with everything needed to process it again. */
export type ReplayableRecord = Listed<typeof findReplayable>;

export const reads = { findDelivery, findReplayable };
