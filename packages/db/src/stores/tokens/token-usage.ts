import type { DatabaseHandle } from '../../database.js';

const MINUTE_MS = 60_000;

/** Records when tokens were last used, at most once a minute each. */
export async function recordTokenUsage(
  { prisma }: DatabaseHandle,
  tokenIds: readonly number[],
  usedAt: Date,
): Promise<void> {
  const staleAt = new Date(usedAt.getTime() - MINUTE_MS);
  await prisma.apiToken.updateMany({
    where: { id: { in: [...tokenIds] }, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: staleAt } }] },
    data: { lastUsedAt: usedAt },
  });
}
