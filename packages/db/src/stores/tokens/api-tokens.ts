import type { Scope } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

/** A token to create. */
export interface NewApiToken {
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly origin: 'web' | 'cli' | 'mcp';
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** How the audit log names a token. */
export function tokenTarget({ name, prefix }: { readonly name: string; readonly prefix: string }): string {
  return `${name} (${prefix}…)`;
}

/** Creates a token and queues the notice to its owner; returns its id. */
export async function createApiToken(
  { prisma }: DatabaseHandle,
  { scopes, ...token }: NewApiToken,
): Promise<number> {
  const { id } = await prisma.apiToken.create({ data: { ...token, scopes: [...scopes] } });
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

/** Revokes a user's token; null if they have no such token, or it was already revoked. */
export async function revokeApiToken(
  { prisma }: DatabaseHandle,
  { id, userId, now }: { readonly id: number; readonly userId: number; readonly now: Date },
): Promise<{ readonly name: string; readonly prefix: string } | null> {
  const [token] = await prisma.apiToken.updateManyAndReturn({
    where: { id, userId, revokedAt: null },
    data: { revokedAt: now },
    select: { name: true, prefix: true },
  });
  return token ?? null;
}
