import {
  createOauthGrant,
  type DatabaseHandle,
  redeemLoginCode,
  revokeTokenOfCode,
  type UsedLoginCode,
} from '@slipway/db';
import {
  hashToken,
  LOGIN_TOKEN_LIFETIME_MS,
  newOauthTokens,
  newRefreshSalt,
  verifierMatches,
} from '@slipway/domain';
import { OauthError } from './oauth-error.js';
import { isOfResource } from './resources.js';
import { accessEnd, invalidGrant, presentTokens, type TokenAttempt, type TokenResponse } from './token-attempt.js';

/**
 * Exchanges a code (RFC 6749, 4.1.3). The code is used up before it is checked, so a failed attempt uses it up too; that
 * is why errors are returned, not thrown, which would undo it.
 */
export async function redeemCode(tx: DatabaseHandle, attempt: TokenAttempt): Promise<TokenResponse | OauthError> {
  const { sent, source, now } = attempt;
  const codeHash = hashToken(sent.code ?? '');
  const used = await redeemLoginCode(tx, codeHash);
  if (used === null) {
    await revokeTokenOfCode(tx, { codeHash, now: new Date(now), source });
    return invalidGrant();
  }
  if (!isOwnCode(used, attempt)) return invalidGrant();
  if (!isOfResource(sent.resource, used.resource))
    return new OauthError('invalid_target', `The code is for ${used.resource}.`);
  return issueTokens(tx, used, attempt);
}

/** Whether the code was issued to this client, for this return address and verifier, a moment ago. */
function isOwnCode(used: UsedLoginCode, { sent, oauthClientId, now }: TokenAttempt): boolean {
  return (
    used.oauthClientId === oauthClientId &&
    used.expiresAt.getTime() > now &&
    used.redirectUri === sent.redirect_uri &&
    verifierMatches(sent.code_verifier ?? '', used.codeChallenge)
  );
}

async function issueTokens(
  tx: DatabaseHandle,
  { id: loginCodeId, userId, clientName: name, origin, scopes, resource }: UsedLoginCode,
  { oauthClientId, source, now }: TokenAttempt,
): Promise<TokenResponse> {
  const tokens = newOauthTokens();
  const grantEnd = new Date(now + LOGIN_TOKEN_LIFETIME_MS);
  const expiresAt = accessEnd(now, grantEnd);
  const stored = { prefix: tokens.accessToken.slice(0, 8), tokenHash: hashToken(tokens.accessToken) };
  await createOauthGrant(tx, {
    token: { ...stored, userId, name, scopes, origin, createdAt: new Date(now), expiresAt, loginCodeId, source },
    oauthClientId,
    resource,
    expiresAt: grantEnd,
    refreshToken: { tokenHash: hashToken(tokens.refreshToken), salt: newRefreshSalt() },
  });
  return presentTokens(tokens, { scopes, expiresAt, now });
}
