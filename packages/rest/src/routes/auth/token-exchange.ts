import { exchangeToken } from '@slipway/contracts';
import { issueLoginToken, redeemLoginCode } from '@slipway/db';
import { hashToken, LOGIN_TOKEN_LIFETIME_MS, newApiToken, sanitizeText, verifierMatches } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { MAX_TOKEN_NAME_LENGTH } from '../../limits.js';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

/** The code is used up before it is checked, so a failed attempt uses it up too. */
export const endpoint = defineEndpoint(exchangeToken, async ({ body, services: { database, clock } }) => {
  const { code = '', code_verifier: verifier = '', device_name: deviceName = '' } = body;
  const used = await redeemLoginCode(database, hashToken(code));
  const now = clock.now();
  if (used === null || used.expiresAt.getTime() <= now || !verifierMatches(verifier, used.codeChallenge)) {
    throw new ApiError('invalid_grant');
  }
  const token = newApiToken();
  const issued = {
    name: tokenName(deviceName || used.clientName),
    scopes: [...used.scopes],
    createdAt: new Date(now),
    expiresAt: new Date(now + LOGIN_TOKEN_LIFETIME_MS),
  };
  await database.modelTransaction((tx) =>
    issueLoginToken(tx, {
      ...issued,
      userId: used.userId,
      origin: used.origin,
      prefix: token.slice(0, 8),
      tokenHash: hashToken(token),
      loginCodeId: used.id,
    }),
  );
  return {
    token,
    token_type: 'bearer' as const,
    name: issued.name,
    scopes: issued.scopes,
    actor: { user_id: used.userId, email: used.email },
    created_at: presentTime(issued.createdAt),
    expires_at: presentTime(issued.expiresAt),
  };
});

/** Cleans the name that the device sent: lists and mails show it. */
function tokenName(name: string): string {
  const clean = sanitizeText(name.toWellFormed().replace(/\p{C}+/gu, ' ')).trim();
  return [...clean].slice(0, MAX_TOKEN_NAME_LENGTH).join('') || 'Command line';
}
