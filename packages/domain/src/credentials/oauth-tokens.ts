import { createHmac, randomBytes } from 'node:crypto';
import { newApiToken } from './login-flow.js';

const MINUTE_MS = 60_000;

/** How long an OAuth client has to exchange its code. */
export const OAUTH_CODE_LIFETIME_MS = MINUTE_MS;

/** How long an access token is valid; the client then refreshes it. */
export const OAUTH_ACCESS_LIFETIME_MS = 60 * MINUTE_MS;

/**
 * How long a used refresh token still returns the tokens that it was exchanged for: a client repeats a request whose
 * response was lost, and some clients refresh twice at the same time.
 */
export const OAUTH_REFRESH_RETRY_MS = MINUTE_MS;

/** How many characters of a token are stored in plain text, so that its owner recognizes it. */
const PREFIX_LENGTH = 8;

/** An access token, the refresh token that replaces it. */
export interface OauthTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** The first tokens of a grant. */
export function newOauthTokens(): OauthTokens {
  return { accessToken: newApiToken(), refreshToken: newApiToken() };
}

/** A random value that is stored beside the hash of a refresh token. */
export function newRefreshSalt(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The tokens that replace a refresh token. They follow from the refresh token and its salt, so that a repeated request
 * gets the same ones although only hashes are stored. Neither the database nor an old refresh token alone reveals them.
 * Access tokens of a grant start with the same characters, by which its owner recognizes them.
 */
export function nextOauthTokens(refreshToken: string, salt: string, prefix: string): OauthTokens {
  const derive = (purpose: string) =>
    createHmac('sha256', refreshToken).update(`${purpose} ${salt}`).digest('base64url');
  return { accessToken: prefix + derive('access').slice(PREFIX_LENGTH), refreshToken: derive('refresh') };
}
