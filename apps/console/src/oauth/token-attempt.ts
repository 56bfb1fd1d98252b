import type { Scope } from '@slipway/contracts';
import type { RequestSource } from '@slipway/db';
import { OAUTH_ACCESS_LIFETIME_MS, type OauthTokens } from '@slipway/domain';
import { OauthError } from './oauth-error.js';

/** The parameters of the token endpoint. */
export const TOKEN_PARAMETERS = [
  'grant_type',
  'client_id',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'resource',
] as const;

/** A known client's attempt to get tokens. */
export interface TokenAttempt {
  readonly sent: Readonly<Partial<Record<(typeof TOKEN_PARAMETERS)[number], string>>>;
  readonly oauthClientId: string;
  readonly source: RequestSource;
  readonly now: number;
}

/** The response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** The same answer for every mismatch, so that it reveals nothing about a code or token. */
export function invalidGrant(): OauthError {
  return new OauthError(
    'invalid_grant',
    'The code or refresh token is unknown, expired or used, or belongs to another client.',
  );
}

/** When an access token that is issued now ends: with its grant at the latest. */
export function accessEnd(now: number, grantEnd: Date): Date {
  return new Date(Math.min(now + OAUTH_ACCESS_LIFETIME_MS, grantEnd.getTime()));
}

export function presentTokens(
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
