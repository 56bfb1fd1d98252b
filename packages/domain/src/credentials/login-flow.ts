import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sanitizeText } from '../text/sanitize-text.js';

const DAY_MS = 24 * 60 * 60 * 1000;

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
