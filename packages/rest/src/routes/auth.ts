import { exchangeToken, getAuthContext, getPing, type IssuedToken } from '@slipway/contracts';
import {
  type DatabaseHandle,
  issueLoginToken,
  type RequestSource,
  redeemLoginCode,
  revokeTokenOfCode,
  type UsedLoginCode,
} from '@slipway/db';
import {
  clientTokenName,
  hashToken,
  LOGIN_TOKEN_LIFETIME_MS,
  newApiToken,
  verifierMatches,
} from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint } from '../services.js';

export const context = defineEndpoint(getAuthContext, async ({ caller, services }) => ({
  actor_type: 'user' as const,
  user_id: caller.userId,
  account_id: await services.reads.findDefaultAccountId(caller.userId, caller.projectIds),
  scopes: [...caller.scopes],
  token: { name: caller.name, prefix: caller.prefix, expires_at: presentTime(caller.expiresAt) },
}));

export const ping = defineEndpoint(getPing, async ({ caller }) => ({
  status: 'ok' as const,
  token: {
    name: caller.name,
    prefix: caller.prefix,
    scopes: [...caller.scopes],
    expires_at: presentTime(caller.expiresAt),
  },
}));

/** The code is redeemed before it is checked, so a failed attempt uses it up too. */
export const exchange = defineEndpoint(exchangeToken, async ({ body, header, ipAddress, services }) => {
  const { code = '', code_verifier: verifier = '', device_name: deviceName = '' } = body;
  const codeHash = hashToken(code);
  const now = services.clock.now();
  const source = { ipAddress, userAgent: header('user-agent') ?? '' };
  // A failed attempt returns from the transaction, because throwing would make the code usable again.
  const { issued, revoked } = await services.database.modelTransaction(async (tx): Promise<Attempt> => {
    const used = await redeemLoginCode(tx, codeHash);
    if (used === null) {
      return { revoked: await revokeTokenOfCode(tx, { codeHash, now: new Date(now), source }) };
    }
    // Codes of OAuth clients are exchanged at /oauth/token, which also checks the client.
    if (used.oauthClientId !== null || used.expiresAt.getTime() <= now) return {};
    if (!verifierMatches(verifier, used.codeChallenge)) return {};
    return {
      issued: await issueToken(tx, used, {
        name: clientTokenName(deviceName || used.clientName) || 'Command line',
        now,
        source,
      }),
    };
  });
  if (issued !== undefined) return issued;
  if (revoked) {
    const { id: tokenId, userId } = revoked;
    services.logger.warn({ tokenId, userId }, 'login code used twice: its token is revoked');
  }
  throw new ApiError('invalid_grant');
});

interface Attempt {
  readonly issued?: IssuedToken;
  readonly revoked?: Awaited<ReturnType<typeof revokeTokenOfCode>>;
}

interface Issue {
  readonly name: string;
  readonly now: number;
  readonly source: RequestSource;
}

async function issueToken(
  tx: DatabaseHandle,
  { id: loginCodeId, userId, email, origin, scopes }: UsedLoginCode,
  { name, now, source }: Issue,
): Promise<IssuedToken> {
  const value = newApiToken();
  const [createdAt, expiresAt] = [new Date(now), new Date(now + LOGIN_TOKEN_LIFETIME_MS)];
  const stored = { prefix: value.slice(0, 8), tokenHash: hashToken(value) };
  const token = { ...stored, userId, name, scopes, origin, createdAt, expiresAt };
  await issueLoginToken(tx, { ...token, loginCodeId, source });
  return {
    token: value,
    token_type: 'bearer',
    name,
    scopes: [...scopes],
    actor: { user_id: userId, email },
    created_at: presentTime(createdAt),
    expires_at: presentTime(expiresAt),
  };
}
