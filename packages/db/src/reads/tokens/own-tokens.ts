import type { DatabaseHandle } from '../../database.js';

/** An API token as its owner sees it. */
export interface OwnTokenRecord {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly origin: 'web' | 'cli' | 'mcp';
  readonly legacy: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string;
  readonly projectIds: readonly number[];
  readonly networks: readonly string[];
  /** For a token of an OAuth client: when it can no longer be refreshed. */
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

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

async function listOwnTokens({ prisma }: DatabaseHandle, userId: number): Promise<OwnTokenRecord[]> {
  const tokens = await prisma.apiToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_TOKENS,
    select,
  });
  return tokens.map(({ oauthGrant, ...token }) => ({
    ...token,
    expiresAt: oauthGrant?.expiresAt ?? token.expiresAt,
  }));
}

export const reads = { listOwnTokens };
