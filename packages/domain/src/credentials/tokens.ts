import { hash } from 'node:crypto';

/** What is stored of a token: its SHA-256 in hexadecimal. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The moment from which tokens made before hashing at rest are refused. */
export const LEGACY_TOKEN_CUT = Date.UTC(2026, 9, 5);

/** What deciding about a token needs to know of it. */
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
