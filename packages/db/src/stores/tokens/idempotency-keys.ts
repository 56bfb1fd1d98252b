import type { DatabaseHandle } from '../../database.js';
import { Prisma } from '../../generated/client.js';
import { toJson } from '../../json.js';

/** A request that its sender may repeat: the token it used, its path, its key and a digest of its body. */
export interface RepeatableRequest {
  readonly apiTokenId: number;
  readonly path: string;
  readonly key: string;
  readonly bodyHash: string;
  readonly now: Date;
}

export interface FirstAnswer {
  readonly bodyHash: string;
  readonly response: unknown;
}

/** How long a response is stored. */
const STORED_MS = 24 * 60 * 60_000;

const expiredBefore = ({ now }: RepeatableRequest) => new Date(now.getTime() - STORED_MS);
const keyOf = ({ apiTokenId, path, key }: RepeatableRequest) => ({ apiTokenId, path, key });

/**
 * Claims the key for this transaction, or returns the response to its first request. A request with the same key waits
 * here until the transaction ends; if the transaction fails, the key is free again.
 */
export async function claimIdempotencyKey(
  { prisma }: DatabaseHandle,
  request: RepeatableRequest,
): Promise<FirstAnswer | null> {
  const claim = { bodyHash: request.bodyHash, createdAt: request.now };
  // ON CONFLICT DO NOTHING: the insert waits for the transaction that holds the key.
  const inserted = await prisma.idempotencyKey.createMany({
    data: { ...keyOf(request), ...claim, status: 0, response: Prisma.JsonNull },
    skipDuplicates: true,
  });
  if (inserted.count === 1) return null;
  const reclaimed = await prisma.idempotencyKey.updateMany({
    where: { ...keyOf(request), createdAt: { lte: expiredBefore(request) } },
    data: claim,
  });
  if (reclaimed.count === 1) return null;
  return prisma.idempotencyKey.findFirst({
    where: keyOf(request),
    select: { bodyHash: true, response: true },
  });
}

/** The body and response of the first request with a key; null if none is stored. */
export function findFirstAnswer(
  { prisma }: DatabaseHandle,
  request: RepeatableRequest,
): Promise<FirstAnswer | null> {
  return prisma.idempotencyKey.findFirst({
    where: { ...keyOf(request), createdAt: { gt: expiredBefore(request) } },
    select: { bodyHash: true, response: true },
  });
}

export async function storeAnswer(
  { prisma }: DatabaseHandle,
  request: RepeatableRequest,
  { status, response }: { readonly status: number; readonly response: unknown },
): Promise<void> {
  await prisma.idempotencyKey.update({
    where: { apiTokenId_path_key: keyOf(request) },
    data: { status, response: toJson(response) },
  });
}
