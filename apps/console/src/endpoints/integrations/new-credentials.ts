import { randomBytes } from 'node:crypto';
import type { Overlap } from '@slipway/contracts';
import type { StoredToken } from '@slipway/db';
import { hashToken } from '@slipway/domain';

/** Creates a webhook token, and the form in which it is stored. */
export function newToken(): { readonly token: string; readonly stored: StoredToken } {
  const token = randomBytes(32).toString('hex');
  return { token, stored: { tokenHash: hashToken(token), tokenPrefix: token.slice(0, 8) } };
}

export function newSecret(): string {
  return randomBytes(32).toString('hex');
}

const HOUR_MS = 60 * 60_000;
const OVERLAP_MS: Readonly<Record<Overlap, number>> = {
  none: 0,
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
};

/** When the replaced credential stops working. */
export function overlapEnd(overlap: Overlap, now: number): Date {
  return new Date(now + OVERLAP_MS[overlap]);
}
