import type { Scope } from '@slipway/contracts';
import type { Database, DatabaseHandle } from '../../database.js';
import type { Found } from '../../records.js';
import { type RequestSource, recordTokenAudit } from '../audit-log/audit.js';
import { type AuditedToken, auditedToken, createApiToken, tokenTarget } from './api-tokens.js';

/**
 * Uses up a code, whether or not the attempt will succeed; null if it is unknown or was used before. Call it in the
 * transaction that issues the token: a second attempt then waits until that token can be revoked.
 */
export async function redeemLoginCode({ prisma }: DatabaseHandle, codeHash: string) {
  // The condition is part of the update, so that only one of two simultaneous attempts gets the code.
  const [code] = await prisma.loginCode.updateManyAndReturn({
    where: { codeHash, usedAt: null },
    data: { usedAt: new Date() },
    include: { user: { select: { email: true } } },
  });
  if (code === undefined) return null;
  const { user, ...used } = code;
  const origin = code.origin as 'cli' | 'mcp';
  return { ...used, email: user.email, origin, scopes: code.scopes as Scope[] };
}

/** A login code that was just used up. */
export type UsedLoginCode = Found<typeof redeemLoginCode>;

export interface LoginToken {
  readonly userId: number;
  readonly name: string;
  readonly prefix: string;
  readonly tokenHash: string;
  readonly scopes: readonly Scope[];
  readonly origin: 'cli' | 'mcp';
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly loginCodeId: string;
  readonly source: RequestSource;
}

/**
 * Creates the token, links it to its code, and returns its id. The audit log of each of the user's accounts says so,
 * because a login does not restrict a token to projects.
 */
export async function issueLoginToken(tx: DatabaseHandle, issued: LoginToken): Promise<number> {
  const { loginCodeId, source, ...token } = issued;
  const apiTokenId = await createApiToken(tx, token);
  await tx.prisma.loginCode.update({ where: { id: loginCodeId }, data: { apiTokenId } });
  const { userId, origin, scopes, expiresAt } = token;
  const detail = { token_id: apiTokenId, origin, scopes, expires_at: expiresAt.toISOString() };
  const entry = { action: 'token.create', target: tokenTarget(token), detail, ...source };
  await recordTokenAudit(tx, { ...entry, userId, token: { projectIds: [] } });
  return apiTokenId;
}

/** An attempt to use a code that was used before. */
export interface ReusedLoginCode {
  readonly codeHash: string;
  readonly now: Date;
  readonly source: RequestSource;
}

/**
 * Revokes the token issued for a code: if a code is sent twice, one of the two senders has stolen it (RFC 6749 §4.1.2).
 * Null if it issued none, or if that token is already revoked.
 */
export async function revokeTokenOfCode(
  tx: DatabaseHandle,
  { codeHash, now, source }: ReusedLoginCode,
): Promise<{ readonly id: number; readonly userId: number } | null> {
  const [token] = await tx.prisma.apiToken.updateManyAndReturn({
    where: { revokedAt: null, loginCodes: { some: { codeHash } } },
    data: { revokedAt: now },
    select: auditedToken,
  });
  if (token === undefined) return null;
  await recordReuse(tx, token, source);
  return { id: token.id, userId: token.userId };
}

/** Records that a token was revoked because a credential that leads to it was used twice. */
export async function recordReuse(
  tx: DatabaseHandle,
  token: Omit<AuditedToken, 'id'>,
  source: RequestSource,
): Promise<void> {
  const entry = { userId: token.userId, action: 'token.revoke_reused', target: tokenTarget(token), ...source };
  await recordTokenAudit(tx, { ...entry, token });
}

/** A code to issue: the user it lets a client act for, and the proof that the client is the one that asked. */
export interface NewLoginCode {
  readonly userId: number;
  readonly codeHash: string;
  readonly codeChallenge: string;
  readonly redirectUri: string;
  readonly clientName: string;
  readonly origin: 'cli' | 'mcp';
  readonly scopes: readonly Scope[];
  /** Set for a code that an OAuth client exchanges. */
  readonly oauthClientId?: string;
  readonly resource?: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Issues a login code, and deletes codes that expired a day ago. */
export async function createLoginCode({ prisma }: Database, code: NewLoginCode): Promise<void> {
  const yesterday = new Date(code.createdAt.getTime() - 24 * 60 * 60_000);
  await prisma.$transaction([
    prisma.loginCode.deleteMany({ where: { userId: code.userId, expiresAt: { lt: yesterday } } }),
    prisma.loginCode.create({ data: { ...code, scopes: [...code.scopes] } }),
  ]);
}
