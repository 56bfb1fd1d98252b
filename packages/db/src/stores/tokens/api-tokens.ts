import type { Scope } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import type { TokenReach } from '../audit-log/audit.js';

/** What a token is restricted to. An empty list does not restrict it. */
export interface TokenRestrictions {
  readonly projectIds: readonly number[];
  /** In CIDR notation. */
  readonly networks: readonly string[];
}

export interface NewApiToken {
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly origin: 'web' | 'cli' | 'mcp';
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly restrictions?: TokenRestrictions;
}

/** A token as the audit log needs it. */
export interface AuditedToken extends TokenReach {
  readonly id: number;
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
}

export const auditedToken = { id: true, userId: true, name: true, prefix: true, projectIds: true } as const;

/** How the audit log names a token. */
export function tokenTarget({ name, prefix }: Pick<AuditedToken, 'name' | 'prefix'>): string {
  return `${name} (${prefix}…)`;
}

/** Creates a token and queues the notice to its owner; returns its id. */
export async function createApiToken(
  { prisma }: DatabaseHandle,
  { scopes, restrictions, ...token }: NewApiToken,
): Promise<number> {
  const data = { ...token, scopes: [...scopes], ...(restrictions && rowOf(restrictions)) };
  const { id } = await prisma.apiToken.create({ data });
  await prisma.mailOutbox.create({
    data: {
      kind: 'token_created',
      userId: token.userId,
      apiTokenId: id,
      messageId: `token-${id}-${crypto.randomUUID()}`,
      nextAttemptAt: token.createdAt,
      createdAt: token.createdAt,
    },
  });
  return id;
}

function rowOf({ projectIds, networks }: TokenRestrictions) {
  return { projectIds: [...projectIds], networks: [...networks] };
}

/** One of a user's tokens. */
export interface OwnTokenKey {
  readonly id: number;
  readonly userId: number;
}

/** A token whose restrictions changed, and those that it had before. */
export interface RestrictedToken {
  readonly token: AuditedToken & TokenRestrictions;
  readonly before: TokenReach;
}

const lockToken = defineQuery({
  name: 'lock API token',
  columns: {},
  examples: [1],
  build: (id: number) => sql`SELECT FROM api_tokens WHERE id = ${id} FOR NO KEY UPDATE`,
});

/**
 * Changes the restrictions of a user's token, those that are given; null if they have no such token, or it was revoked.
 */
export async function restrictApiToken(
  { prisma, pool }: DatabaseHandle,
  key: OwnTokenKey,
  { projectIds, networks }: Partial<TokenRestrictions>,
): Promise<RestrictedToken | null> {
  await lockToken.execute(pool, key.id);
  const where = { ...key, revokedAt: null };
  const before = await prisma.apiToken.findFirst({ where, select: { projectIds: true } });
  if (before === null) return null;
  const data = {
    ...(projectIds && { projectIds: [...projectIds] }),
    ...(networks && { networks: [...networks] }),
  };
  const select = { ...auditedToken, networks: true } as const;
  return { before, token: await prisma.apiToken.update({ where: { id: key.id }, data, select }) };
}

/**
 * Ends a user's token earlier; null if they have no such token, or it ends before anyway. Tokens of the login flow keep
 * their lifetime.
 */
export async function shortenApiToken(
  { prisma }: DatabaseHandle,
  key: OwnTokenKey,
  expiresAt: Date,
): Promise<AuditedToken | null> {
  const [token] = await prisma.apiToken.updateManyAndReturn({
    where: { ...key, origin: 'web', revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] },
    data: { expiresAt },
    select: auditedToken,
  });
  return token ?? null;
}

/** The longest lifetime in days of a user's new tokens: the shortest that one of their accounts sets; null if none does. */
export async function findMaxTokenDays({ prisma }: DatabaseHandle, userId: number): Promise<number | null> {
  const { _min: shortest } = await prisma.account.aggregate({
    where: { memberships: { some: { userId, suspendedAt: null } } },
    _min: { maxTokenDays: true },
  });
  return shortest.maxTokenDays;
}

/** Revokes a user's token; null if they have no such token, or it was already revoked. */
export async function revokeApiToken(
  { prisma }: DatabaseHandle,
  { id, userId, now }: OwnTokenKey & { readonly now: Date },
): Promise<AuditedToken | null> {
  const [token] = await prisma.apiToken.updateManyAndReturn({
    where: { id, userId, revokedAt: null },
    data: { revokedAt: now },
    select: auditedToken,
  });
  return token ?? null;
}
