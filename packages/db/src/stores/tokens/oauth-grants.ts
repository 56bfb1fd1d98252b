import type { Scope } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';
import type { Found } from '../../records.js';
import { type RequestSource, recordTokenAudit } from '../audit-log/audit.js';
import { auditedToken, tokenTarget } from './api-tokens.js';
import { issueLoginToken, type LoginToken, recordReuse } from './login-codes.js';

/** A refresh token, as it is stored. */
export interface StoredRefreshToken {
  readonly tokenHash: string;
  readonly salt: string;
}

/** What a user allowed an OAuth client, with the first tokens. */
export interface NewOauthGrant {
  /** Its `expiresAt` is the end of the first access token. */
  readonly token: LoginToken;
  readonly oauthClientId: string;
  readonly resource: string;
  /** The end of the grant. */
  readonly expiresAt: Date;
  readonly refreshToken: StoredRefreshToken;
}

/** Creates the grant with its API token. Its client stays registered as long as the grant lasts. */
export async function createOauthGrant(
  tx: DatabaseHandle,
  { token, oauthClientId, resource, expiresAt, refreshToken }: NewOauthGrant,
): Promise<void> {
  const apiTokenId = await issueLoginToken(tx, token);
  await tx.prisma.oauthGrant.create({
    data: {
      apiTokenId,
      oauthClientId,
      resource,
      expiresAt,
      refreshTokens: { create: { ...refreshToken, expiresAt } },
    },
  });
  await tx.prisma.oauthClient.update({ where: { id: oauthClientId }, data: { expiresAt } });
}

interface RefreshAttempt {
  readonly tokenHash: string;
  readonly oauthClientId: string;
  readonly now: Date;
}

/** Finds the grant of a client's refresh token, used or not; null if it is unknown, revoked, expired or another client's. */
export async function findOauthGrant(
  { prisma }: DatabaseHandle,
  { tokenHash, oauthClientId, now }: RefreshAttempt,
) {
  const found = await prisma.oauthRefreshToken.findFirst({
    where: { tokenHash, grant: { oauthClientId, expiresAt: { gt: now }, apiToken: { revokedAt: null } } },
    select: { salt: true, grant: { select: { resource: true, expiresAt: true, apiToken: true } } },
  });
  if (found === null) return null;
  const { resource, expiresAt, apiToken } = found.grant;
  const { id: apiTokenId, userId, name, prefix, projectIds, scopes, tokenHash: current } = apiToken;
  const token = { apiTokenId, userId, name, prefix, projectIds, scopes: scopes as Scope[], tokenHash: current };
  return { ...token, resource, expiresAt, salt: found.salt };
}

/** A grant that is still valid, found by one of its refresh tokens, with the hash of its current access token. */
export type OauthGrantRecord = Found<typeof findOauthGrant>;

/**
 * Uses up a refresh token; null if this call did, otherwise the time at which it was used before. Of two simultaneous
 * calls, one waits for the transaction of the other.
 */
export async function redeemRefreshToken(
  { prisma }: DatabaseHandle,
  tokenHash: string,
  now: Date,
): Promise<Date | null> {
  const { count } = await prisma.oauthRefreshToken.updateMany({
    where: { tokenHash, usedAt: null },
    data: { usedAt: now },
  });
  if (count === 1) return null;
  const { usedAt } = await prisma.oauthRefreshToken.findUniqueOrThrow({ where: { tokenHash } });
  return usedAt;
}

/** The tokens that replace those of a grant. */
export interface NextOauthTokens {
  readonly apiTokenId: number;
  /** The hash of the access token. */
  readonly tokenHash: string;
  readonly accessExpiresAt: Date;
  readonly refreshToken: StoredRefreshToken & { readonly expiresAt: Date };
}

/** Gives a grant new tokens; false if it was revoked in the meantime. */
export async function replaceOauthTokens(
  { prisma }: DatabaseHandle,
  { apiTokenId, tokenHash, accessExpiresAt, refreshToken }: NextOauthTokens,
): Promise<boolean> {
  const { count } = await prisma.apiToken.updateMany({
    where: { id: apiTokenId, revokedAt: null },
    data: { tokenHash, expiresAt: accessExpiresAt },
  });
  if (count === 1) await prisma.oauthRefreshToken.create({ data: { ...refreshToken, apiTokenId } });
  return count === 1;
}

/** Whether the access token of a grant is still the one with this hash. */
export async function isCurrentToken(
  { prisma }: DatabaseHandle,
  apiTokenId: number,
  tokenHash: string,
): Promise<boolean> {
  return (await prisma.apiToken.count({ where: { id: apiTokenId, tokenHash, revokedAt: null } })) === 1;
}

/** Ends a grant one of whose refresh tokens was used twice: one of the two senders has stolen it (RFC 9700 §4.14.2). */
export async function revokeReusedGrant(
  tx: DatabaseHandle,
  grant: OauthGrantRecord,
  { now, source }: { readonly now: Date; readonly source: RequestSource },
): Promise<void> {
  const { count } = await tx.prisma.apiToken.updateMany({
    where: { id: grant.apiTokenId, revokedAt: null },
    data: { revokedAt: now },
  });
  if (count === 1) await recordReuse(tx, grant, source);
}

/** Ends the grant that an access or refresh token of a client belongs to, if there is one (RFC 7009). */
export async function revokeOauthToken(
  tx: DatabaseHandle,
  { tokenHash, oauthClientId, now, source }: RefreshAttempt & { readonly source: RequestSource },
): Promise<void> {
  const revoked = await tx.prisma.apiToken.updateManyAndReturn({
    where: {
      revokedAt: null,
      oauthGrant: { oauthClientId },
      OR: [{ tokenHash }, { oauthGrant: { refreshTokens: { some: { tokenHash } } } }],
    },
    data: { revokedAt: now },
    select: auditedToken,
  });
  for (const token of revoked) {
    const entry = { action: 'token.revoke', target: tokenTarget(token), ...source };
    await recordTokenAudit(tx, { ...entry, userId: token.userId, token });
  }
}
