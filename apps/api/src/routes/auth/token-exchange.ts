import { exchangeToken } from '@slipway/contracts';
import { burnLoginCode, issueLoginToken } from '@slipway/db';
import { hashToken, LOGIN_TOKEN_LIFETIME_MS, newApiToken, sanitizeText, verifierMatches } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { MAX_TOKEN_NAME_LENGTH } from '../../limits.js';
import { presentTime } from '../../presenters/present-time.js';
import { defineEndpoint } from '../../services.js';

/** A transaction of its own burns the code first, so that a failed attempt uses it up too. */
export const endpoint = defineEndpoint(exchangeToken, async ({ body, services: { database, clock } }) => {
  const { code = '', code_verifier: verifier = '', device_name: deviceName = '' } = body;
  const burnt = await database.transaction((tx) => burnLoginCode(tx, hashToken(code)));
  const now = clock.now();
  if (burnt === null || burnt.expiresAt.getTime() <= now || !verifierMatches(verifier, burnt.codeChallenge)) {
    throw new ApiError('invalid_grant');
  }
  const token = newApiToken();
  const issued = {
    name: tokenName(deviceName || burnt.clientName),
    scopes: [...burnt.scopes],
    createdAt: new Date(now),
    expiresAt: new Date(now + LOGIN_TOKEN_LIFETIME_MS),
  };
  await database.transaction((tx) =>
    issueLoginToken(tx, {
      ...issued,
      userId: burnt.userId,
      origin: burnt.origin,
      prefix: token.slice(0, 8),
      tokenHash: hashToken(token),
      loginCodeId: burnt.id,
    }),
  );
  return {
    token,
    token_type: 'bearer' as const,
    name: issued.name,
    scopes: issued.scopes,
    actor: { user_id: burnt.userId, email: burnt.email },
    created_at: presentTime(issued.createdAt),
    expires_at: presentTime(issued.expiresAt),
  };
});

/** Cleans the name that the device sent: lists and mails show it. */
function tokenName(name: string): string {
  const clean = sanitizeText(name.toWellFormed().replace(/\p{C}+/gu, ' ')).trim();
  return [...clean].slice(0, MAX_TOKEN_NAME_LENGTH).join('') || 'Command line';
}
