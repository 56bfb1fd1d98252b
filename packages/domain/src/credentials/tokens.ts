import { hash } from 'node:crypto';

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

/** Whether a stored token may be used now. */
export function isTokenUsable(token: TokenRecord, now: number): boolean {
  if (token.revokedAt !== null) return false;
  if (token.expiresAt !== null && token.expiresAt.getTime() <= now) return false;
  return !(token.legacy && now >= LEGACY_TOKEN_CUT);
}

const DAY_MS = 24 * 60 * 60_000;

/** When a token that is created now expires. */
export function tokenEnd(now: number, days: number): Date {
  return new Date(now + days * DAY_MS);
}
