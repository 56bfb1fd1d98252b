import type { RequestSource } from '@slipway/db';
import { attemptPasskey } from '../passkeys/attempt-passkey.js';
import type { ProofDeps } from '../proof-deps.js';
import { attemptCode, type Refused } from './try-code.js';

/** A second factor as a form or a page sends it: what a script got from a passkey, or else a typed code. */
export interface SentFactor {
  readonly userId: number;
  readonly code: string;
  readonly passkey: string;
  /** What the challenge of the passkey was issued for. */
  readonly binding: string;
  /** A browser in which the user has signed in before; null for any other. */
  readonly browser: string | null;
  readonly source: RequestSource;
}

export type FactorAttempt = { readonly method: 'totp' | 'recovery_code' | 'passkey' } | Refused;

type FactorDeps = Pick<ProofDeps, 'database' | 'appSecrets' | 'clock' | 'failures' | 'passkeys' | 'throttle'>;

/** Tries a second factor. A refused one is recorded in the audit log. */
export function attemptFactor(sent: SentFactor, deps: FactorDeps): Promise<FactorAttempt> {
  const { userId, code, passkey, binding, browser, source } = sent;
  return passkey === ''
    ? attemptCode({ userId, typed: code, browser, source }, deps)
    : attemptPasskey({ sent: passkey, userId, binding }, source, deps);
}
