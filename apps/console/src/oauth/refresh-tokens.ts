import {
  type DatabaseHandle,
  findOauthGrant,
  isCurrentToken,
  type OauthGrantRecord,
  redeemRefreshToken,
  replaceOauthTokens,
  revokeReusedGrant,
} from '@slipway/db';
import {
  hashToken,
  newRefreshSalt,
  nextOauthTokens,
  OAUTH_REFRESH_RETRY_MS,
  type OauthTokens,
} from '@slipway/domain';
import { OauthError } from './oauth-error.js';
import { isOfResource } from './resources.js';
import { accessEnd, invalidGrant, presentTokens, type TokenAttempt, type TokenResponse } from './token-attempt.js';

/**
 * Exchanges a refresh token for the next tokens (RFC 6749, 6). The previous ones stop working. A refresh token that is
 * used again ends the grant, unless the client only repeats its request. Errors are returned, because throwing would
 * undo that.
 */
export async function refreshTokens(
  tx: DatabaseHandle,
  attempt: TokenAttempt,
): Promise<TokenResponse | OauthError> {
  const { sent, oauthClientId, now } = attempt;
  const refreshToken = sent.refresh_token ?? '';
  const tokenHash = hashToken(refreshToken);
  const grant = await findOauthGrant(tx, { tokenHash, oauthClientId, now: new Date(now) });
  if (grant === null) return invalidGrant();
  const problem = problemOf(sent, grant);
  if (problem !== null) return problem;
  const tokens = nextOauthTokens(refreshToken, grant.salt, grant.prefix);
  const usedAt = await redeemRefreshToken(tx, tokenHash, new Date(now));
  return usedAt === null
    ? replaceTokens(tx, tokens, grant, now)
    : repeatTokens(tx, tokens, { grant, usedAt, attempt });
}

/** A client can ask for less than it was granted, but then still gets what it was granted (RFC 6749, 3.3). */
function problemOf({ scope, resource }: TokenAttempt['sent'], grant: OauthGrantRecord): OauthError | null {
  if (!isOfResource(resource, grant.resource))
    return new OauthError('invalid_target', `The refresh token is for ${grant.resource}.`);
  const more = (scope ?? '').split(' ').filter((name) => name !== '' && !grant.scopes.some((has) => has === name));
  return more.length === 0 ? null : new OauthError('invalid_scope', `The user granted ${grant.scopes.join(' ')}.`);
}

async function replaceTokens(
  tx: DatabaseHandle,
  tokens: OauthTokens,
  { apiTokenId, scopes, expiresAt: grantEnd }: OauthGrantRecord,
  now: number,
): Promise<TokenResponse | OauthError> {
  const expiresAt = accessEnd(now, grantEnd);
  const isReplaced = await replaceOauthTokens(tx, {
    apiTokenId,
    tokenHash: hashToken(tokens.accessToken),
    accessExpiresAt: expiresAt,
    refreshToken: { tokenHash: hashToken(tokens.refreshToken), salt: newRefreshSalt(), expiresAt: grantEnd },
  });
  return isReplaced ? presentTokens(tokens, { scopes, expiresAt, now }) : invalidGrant();
}

interface Repeated {
  readonly grant: OauthGrantRecord;
  readonly usedAt: Date;
  readonly attempt: TokenAttempt;
}

async function repeatTokens(
  tx: DatabaseHandle,
  tokens: OauthTokens,
  { grant, usedAt, attempt: { now, source } }: Repeated,
): Promise<TokenResponse | OauthError> {
  const isRecent = now - usedAt.getTime() <= OAUTH_REFRESH_RETRY_MS;
  if (isRecent && (await isCurrentToken(tx, grant.apiTokenId, hashToken(tokens.accessToken)))) {
    const expiresAt = accessEnd(usedAt.getTime(), grant.expiresAt);
    return presentTokens(tokens, { scopes: grant.scopes, expiresAt, now });
  }
  await revokeReusedGrant(tx, grant, { now: new Date(now), source });
  return invalidGrant();
}
