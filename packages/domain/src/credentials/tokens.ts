import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sanitizeText } from '../text/sanitize-text.js';

/** The SHA-256 of a token in hexadecimal; the token itself is not stored. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** From this time on, tokens created before tokens were hashed at rest are refused. */
export const LEGACY_TOKEN_CUT = Date.UTC(2026, 9, 5);

/** The fields of a token that decide whether it is usable. */
export interface TokenRecord {
  readonly legacy: boolean;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export function isTokenUsable(token: TokenRecord, now: number): boolean {
  if (token.revokedAt !== null) return false;
  if (token.expiresAt !== null && token.expiresAt.getTime() <= now) return false;
  return !(token.legacy && now >= LEGACY_TOKEN_CUT);
}

const DAY_MS = 24 * 60 * 60_000;

export function tokenEnd(now: number, days: number): Date {
  return new Date(now + days * DAY_MS);
}

/** How long a token from the login flow is valid. */
export const LOGIN_TOKEN_LIFETIME_MS = 90 * DAY_MS;

/** A SHA-256 digest in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Whether a client sent a challenge for PKCE with S256. */
export function isCodeChallenge(challenge: string): boolean {
  return CHALLENGE.test(challenge);
}

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** Whether the authorize request contained the SHA-256 of this verifier (PKCE, S256). */
export function verifierMatches(verifier: string, codeChallenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const computed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(codeChallenge);
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}

/** Creates an API token: 43 random base64url characters. */
export function newApiToken(): string {
  return randomBytes(32).toString('base64url');
}

const MAX_TOKEN_NAME_LENGTH = 100;

/** Cleans the name of a client, which appears in lists and emails. */
export function clientTokenName(name: string): string {
  const clean = sanitizeText(name.toWellFormed().replace(/\p{C}+/gu, ' ')).trim();
  return [...clean].slice(0, MAX_TOKEN_NAME_LENGTH).join('');
}

const MINUTE_MS = 60_000;

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

export interface OauthTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

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
