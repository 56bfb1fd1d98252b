import { exchangeToken } from '@slipway/contracts';
import { burnLoginCode, issueLoginToken } from '@slipway/db';
import { hashToken, LOGIN_TOKEN_LIFETIME_MS, newApiToken, sanitizeText, verifierMatches } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { presentTime } from '../../present/time.js';
import { defineEndpoint } from '../../services.js';

const NAME_MAX = 100;

/** The code is used up first, in a transaction of its own: a failed attempt burns it too. */
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

/** A device may call itself anything; the name is shown in lists and mails. */
function tokenName(name: string): string {
  const clean = sanitizeText(name.toWellFormed().replace(/\p{C}+/gu, ' ')).trim();
  return [...clean].slice(0, NAME_MAX).join('') || 'Command line';
}
