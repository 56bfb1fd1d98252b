import type { DatabaseHandle } from '../../database.js';
import { fromJson } from '../../json.js';
import type { DeliveryRecord } from './deliveries.js';

/** A replay as shown on the delivery it replays. */
export type ReplayRecord = Pick<DeliveryRecord, 'id' | 'outcome' | 'receivedAt' | 'finishedAt'>;

type Headers = Readonly<Record<string, string>>;
type Touched = readonly { readonly kind: string; readonly id: string }[];

/** A delivery with its request, the rows it touched, and its replays. */
export interface DeliveryDetailRecord extends DeliveryRecord {
  readonly headers: Headers;
  /** Compressed; null once it is no longer stored. */
  readonly body: Uint8Array | null;
  readonly touched: Touched;
  /** Newest first. */
  readonly replays: readonly ReplayRecord[];
}

/** The most replays shown for one delivery. */
const MAX_REPLAYS = 50;

/** One delivery of the project with its request and its replays. */
async function findDelivery(
  { prisma }: DatabaseHandle,
  projectId: number,
  deliveryId: string,
): Promise<DeliveryDetailRecord | null> {
  const [delivery, replays] = await Promise.all([
    prisma.delivery.findFirst({ where: { id: deliveryId, projectId } }),
    prisma.delivery.findMany({
      where: { projectId, replayOf: deliveryId },
      orderBy: [{ receivedAt: 'desc' }, { id: 'desc' }],
      take: MAX_REPLAYS,
      select: { id: true, outcome: true, receivedAt: true, finishedAt: true },
    }),
  ]);
  if (delivery === null) return null;
  const headers = fromJson<Headers>(delivery.headers);
  const touched = fromJson<Touched>(delivery.touched);
  return { ...delivery, headers, touched, touchedCount: touched.length, replays };
}

/** A delivery with everything needed to process it again. */
export interface ReplayableRecord {
  readonly id: string;
  readonly accountId: number;
  readonly integrationId: number;
  readonly provider: string;
  readonly path: string;
  readonly event: string;
  readonly key: string;
  readonly receivedAt: Date;
  readonly headers: Headers;
  readonly body: Uint8Array | null;
  readonly replayOf: string | null;
}

/** The project's deliveries with these ids, oldest first, ready to be processed again. */
async function findReplayable(
  { prisma }: DatabaseHandle,
  projectId: number,
  ids: readonly string[],
): Promise<ReplayableRecord[]> {
  const found = await prisma.delivery.findMany({
    where: { id: { in: [...ids] }, projectId },
    orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
  });
  return found.map(({ dedupeKey: key, ...delivery }) => ({
    ...delivery,
    key,
    headers: fromJson<Headers>(delivery.headers),
  }));
}

export const reads = { findDelivery, findReplayable };
