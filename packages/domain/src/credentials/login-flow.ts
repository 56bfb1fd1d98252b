import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a token of the login flow lives. */
export const LOGIN_TOKEN_LIFETIME_MS = 90 * DAY_MS;

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

/** Whether a verifier is the one whose SHA-256 the authorize request carried (PKCE, S256). */
export function verifierMatches(verifier: string, codeChallenge: string): boolean {
  if (!VERIFIER.test(verifier)) return false;
  const computed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'));
  const expected = Buffer.from(codeChallenge);
  return computed.length === expected.length && timingSafeEqual(computed, expected);
}

/** A new API token's value: 43 characters of base64url randomness. */
export function newApiToken(): string {
  return randomBytes(32).toString('base64url');
}
