import type { Database, DatabaseHandle } from '../../database.js';
import { type RequestSource, recordPersonalAudit } from '../audit-log/audit.js';
import { tokenTarget } from './api-tokens.js';

const MINUTE_MS = 60_000;

/** A request that a token authenticated. */
export interface TokenUse extends RequestSource {
  readonly tokenId: number;
}

/** Records when tokens were last used, at most once a minute each. The first use of a token is audited. */
export async function recordTokenUsage(
  database: Database,
  uses: readonly TokenUse[],
  usedAt: Date,
): Promise<void> {
  const ids = uses.map(({ tokenId }) => tokenId);
  const staleAt = new Date(usedAt.getTime() - MINUTE_MS);
  await database.prisma.apiToken.updateMany({
    where: { id: { in: ids }, lastUsedAt: { lt: staleAt } },
    data: { lastUsedAt: usedAt },
  });
  const unused = await database.prisma.apiToken.findMany({
    where: { id: { in: ids }, lastUsedAt: null },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  for (const { id } of unused) {
    const use = uses.find(({ tokenId }) => tokenId === id);
    if (use !== undefined) await database.modelTransaction((tx) => recordFirstUse(tx, use, usedAt));
  }
}

/** The condition is part of the update, so that only one of several processes records the first use. */
async function recordFirstUse(
  { prisma, pool }: DatabaseHandle,
  { tokenId, ipAddress, userAgent }: TokenUse,
  usedAt: Date,
): Promise<void> {
  const [token] = await prisma.apiToken.updateManyAndReturn({
    where: { id: tokenId, lastUsedAt: null },
    data: { lastUsedAt: usedAt },
    select: { userId: true, name: true, prefix: true },
  });
  if (token === undefined) return;
  const entry = { action: 'token.first_use', target: tokenTarget(token), ipAddress, userAgent };
  const detail = { token_id: tokenId };
  await recordPersonalAudit({ prisma, pool }, { ...entry, detail, userId: token.userId });
}
