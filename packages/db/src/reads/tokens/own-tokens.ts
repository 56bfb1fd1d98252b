import type { DatabaseHandle } from '../../database.js';
import type { Listed } from '../../records.js';

const MAX_TOKENS = 500;
const select = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  origin: true,
  legacy: true,
  createdAt: true,
  lastUsedAt: true,
  lastUsedIp: true,
  projectIds: true,
  networks: true,
  expiresAt: true,
  revokedAt: true,
  oauthGrant: { select: { expiresAt: true } },
} as const;

async function listOwnTokens({ prisma }: DatabaseHandle, userId: number) {
  const tokens = await prisma.apiToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_TOKENS,
    select,
  });
  return tokens.map(({ oauthGrant, ...token }) => ({
    ...token,
    /** For a token of an OAuth client: when it can no longer be refreshed. */
    expiresAt: oauthGrant?.expiresAt ?? token.expiresAt,
  }));
}

/** An API token as its owner sees it. */
export type OwnTokenRecord = Listed<typeof listOwnTokens>;

export const reads = { listOwnTokens };
