import type { RequestSource } from '@slipway/db';
import type { ProofDeps } from '../proof-deps.js';
import { type Refused, refuse } from '../second-factor/try-code.js';
import type { SentPasskey } from './verify-passkey.js';

/** What became of the use of a passkey: whose it is, or the response that refuses it. */
export type PasskeyAttempt = { readonly method: 'passkey'; readonly userId: number } | Refused;

const TEXTS = {
  invalid: 'This passkey was not accepted. Try again, or use another way to sign in.',
  expired: 'This request has expired. Try again.',
  copied:
    'This passkey was not accepted, because a copy of it seems to exist. Sign in another way, and remove it in your settings.',
} as const;

/** Verifies the use of a passkey. A refused one is recorded in the audit log. */
export async function attemptPasskey(
  used: SentPasskey,
  source: RequestSource,
  { passkeys, failures, throttle }: Pick<ProofDeps, 'passkeys' | 'failures' | 'throttle'>,
): Promise<PasskeyAttempt> {
  const { userId, refusal } = await passkeys.verify(used);
  if (refusal === undefined) return { method: 'passkey', userId };
  // A passkey cannot be guessed, so that further attempts are verified too, but they must not fill the audit log.
  const isRepeated = userId !== undefined && (await throttle.wrongPasskey(userId)) !== null;
  const reason = isRepeated ? 'throttled' : 'passkey';
  failures.record(refusal === 'copied' ? 'passkey_copied' : reason, userId, source);
  return refuse(422, TEXTS[refusal]);
}
