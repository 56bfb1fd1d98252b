import type { Scope } from '@slipway/contracts';
import {
  createOauthGrant,
  type DatabaseHandle,
  findOauthClient,
  findOauthGrant,
  isCurrentToken,
  type OauthGrantRecord,
  type RequestSource,
  redeemLoginCode,
  redeemRefreshToken,
  replaceOauthTokens,
  revokeOauthToken,
  revokeReusedGrant,
  revokeTokenOfCode,
  type UsedLoginCode,
} from '@slipway/db';
import {
  hashToken,
  LOGIN_TOKEN_LIFETIME_MS,
  newOauthTokens,
  newRefreshSalt,
  nextOauthTokens,
  OAUTH_ACCESS_LIFETIME_MS,
  OAUTH_REFRESH_RETRY_MS,
  type OauthTokens,
  parseUuid,
  verifierMatches,
} from '@slipway/domain';
import type { AuthDeps } from '../auth/deps.js';
import { isOfResource } from './authorize-request.js';
import { OauthError, singleParameters } from './oauth-error.js';

const TOKEN_PARAMETERS = [
  'grant_type',
  'client_id',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
] as const;

interface TokenAttempt {
  readonly sent: Readonly<Partial<Record<(typeof TOKEN_PARAMETERS)[number], string>>>;
  readonly oauthClientId: string;
  readonly source: RequestSource;
  readonly now: number;
}

/** The response of the token endpoint (RFC 6749, 5.1). */
interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** The same answer for every mismatch, so that it reveals nothing about a code or token. */
function invalidGrant(): OauthError {
  return new OauthError(
    'invalid_grant',
    'The code or refresh token is unknown, expired or used, or belongs to another client.',
  );
}

/** When an access token that is issued now ends: with its grant at the latest. */
function accessEnd(now: number, grantEnd: Date): Date {
  return new Date(Math.min(now + OAUTH_ACCESS_LIFETIME_MS, grantEnd.getTime()));
}

function presentTokens(
  { accessToken, refreshToken }: OauthTokens,
  {
    scopes,
    expiresAt,
    now,
  }: { readonly scopes: readonly Scope[]; readonly expiresAt: Date; readonly now: number },
): TokenResponse {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: Math.floor((expiresAt.getTime() - now) / 1_000),
    refresh_token: refreshToken,
    scope: scopes.join(' '),
  };
}

/**
 * Exchanges a code (RFC 6749, 4.1.3). The code is used up before it is checked, so a failed attempt uses it up too; that
 * is why errors are returned, not thrown, which would undo it.
 */
async function redeemCode(tx: DatabaseHandle, attempt: TokenAttempt): Promise<TokenResponse | OauthError> {
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
  return issueFirstTokens(tx, used, attempt);
}

function isOwnCode(used: UsedLoginCode, { sent, oauthClientId, now }: TokenAttempt): boolean {
  return (
    used.oauthClientId === oauthClientId &&
    used.expiresAt.getTime() > now &&
    used.redirectUri === sent.redirect_uri &&
    verifierMatches(sent.code_verifier ?? '', used.codeChallenge)
  );
}

async function issueFirstTokens(
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

/**
 * Exchanges a refresh token for the next tokens (RFC 6749, 6). The previous ones stop working. A refresh token that is
 * used again ends the grant, unless the client only repeats its request. Errors are returned, because throwing would
 * undo that.
 */
async function refreshTokens(tx: DatabaseHandle, attempt: TokenAttempt): Promise<TokenResponse | OauthError> {
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

export interface ClientForm {
  readonly form: URLSearchParams;
  readonly source: RequestSource;
}

export type TokenDeps = Pick<AuthDeps, 'database' | 'clock'>;

type Grant = (tx: DatabaseHandle, attempt: TokenAttempt) => Promise<TokenResponse | OauthError>;
const GRANTS: ReadonlyMap<string, Grant> = new Map([
  ['authorization_code', redeemCode],
  ['refresh_token', refreshTokens],
]);

export async function issueTokens({ form, source }: ClientForm, deps: TokenDeps): Promise<TokenResponse> {
  const sent: TokenAttempt['sent'] = singleParameters(form, TOKEN_PARAMETERS);
  if (sent.grant_type === undefined) throw new OauthError('invalid_request', 'grant_type is required.');
  const grant = GRANTS.get(sent.grant_type);
  if (grant === undefined)
    throw new OauthError('unsupported_grant_type', `grant_type must be ${[...GRANTS.keys()].join(' or ')}.`);
  const oauthClientId = await requireClient(sent.client_id, deps);
  const attempt = { sent, oauthClientId, source, now: deps.clock.now() };
  const result = await deps.database.modelTransaction((tx) => grant(tx, attempt));
  if (result instanceof OauthError) throw result;
  return result;
}

/** Revokes the grant of an access or refresh token. An unknown token is no error (RFC 7009, 2.2). */
export async function revokeTokens({ form, source }: ClientForm, deps: TokenDeps): Promise<void> {
  const { token, client_id: clientId } = singleParameters(form, ['token', 'client_id']);
  if (token === undefined) throw new OauthError('invalid_request', 'token is required.');
  const oauthClientId = await requireClient(clientId, deps);
  const revoked = { tokenHash: hashToken(token), oauthClientId, now: new Date(deps.clock.now()), source };
  await deps.database.modelTransaction((tx) => revokeOauthToken(tx, revoked));
}

async function requireClient(sent: string | undefined, { database, clock }: TokenDeps): Promise<string> {
  if (sent === undefined) throw new OauthError('invalid_request', 'client_id is required.');
  const id = parseUuid(sent);
  const client = id === null ? null : await findOauthClient(database, id, new Date(clock.now()));
  if (client === null)
    throw new OauthError('invalid_client', 'The client is unknown or was forgotten. Register again.');
  return client.id;
}
