import { type Database, type RequestSource, type TriedOutcome, tryCode } from '@slipway/db';
import type { AppSecrets, Clock } from '@slipway/domain';
import type { Notice } from '../../pages/layout.js';
import type { Passkeys, SentPasskey } from '../passkeys/passkeys.js';
import type { SignInFailures } from '../sign-in-failures.js';
import { minutesOf, type Throttle } from '../throttle.js';
import { readCode } from './totp.js';

export interface ProofDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly appSecrets: AppSecrets;
  readonly passkeys: Passkeys;
  readonly throttle: Throttle;
  readonly failures: SignInFailures;
}

export interface Refused {
  readonly refused: { readonly status: number; readonly notice: Notice; readonly waitSeconds: number | null };
}

type CodeAttempt = { readonly method: 'totp' | 'recovery_code' } | Refused;

interface TypedCode {
  readonly userId: number;
  readonly typed: string;
  /** A browser in which the user has signed in before; null for any other. */
  readonly browser: string | null;
  /** Whether it is the first code of an app that is being set up. */
  readonly isSetup?: boolean;
  readonly source: RequestSource;
}

/** Tries a code that a user typed. A refused one is recorded in the audit log. */
export async function attemptCode(
  { userId, typed, browser, isSetup = false, source }: TypedCode,
  deps: ProofDeps,
): Promise<CodeAttempt> {
  const { database, appSecrets, clock, failures, throttle } = deps;
  const code = readCode(appSecrets, userId, typed, clock.now());
  const waitSeconds = code.recoveryHash === null ? null : await throttle.recoveryCode(userId, source.ipAddress);
  if (waitSeconds !== null) {
    failures.record('throttled', userId, source);
    return refuse(429, `Too many wrong recovery codes. Try again in ${minutesOf(waitSeconds)}.`, waitSeconds);
  }
  const outcome = await tryCode(database, { ...code, browser, isSetup, source });
  if (outcome.kind === 'recovery_code') await throttle.recoveryCodeGiven(userId, source.ipAddress);
  if (outcome.kind === 'totp' || outcome.kind === 'recovery_code') return { method: outcome.kind };
  failures.record(outcome.kind === 'throttled' ? 'throttled' : 'second_factor', userId, source);
  return refusalOf(outcome);
}

const TOO_MANY =
  'Too many incorrect codes today. This browser accepts no more codes from your app until midnight UTC. Use a passkey or a recovery code.';

function refusalOf(outcome: TriedOutcome): Refused {
  if (outcome.kind === 'throttled') return refuse(429, TOO_MANY, outcome.waitSeconds);
  if (outcome.kind === 'replayed') return refuse(422, 'This code was already used. Wait for the next one.');
  return refuse(422, 'Incorrect code. Codes change every 30 seconds: check the clock on your device.');
}

export function refuse(status: number, text: string, waitSeconds: number | null = null): Refused {
  return { refused: { status, notice: { kind: 'problem', text }, waitSeconds } };
}

type PasskeyAttempt = { readonly method: 'passkey'; readonly userId: number } | Refused;

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
  { passkeys, failures, throttle }: ProofDeps,
): Promise<PasskeyAttempt> {
  const { userId, refusal } = await passkeys.verify(used);
  if (refusal === undefined) return { method: 'passkey', userId };
  // A passkey cannot be guessed, so that further attempts are verified too, but they must not fill the audit log.
  const isRepeated = userId !== undefined && (await throttle.wrongPasskey(userId)) !== null;
  const reason = isRepeated ? 'throttled' : 'passkey';
  failures.record(refusal === 'copied' ? 'passkey_copied' : reason, userId, source);
  return refuse(422, TEXTS[refusal]);
}

/** A second factor as a form or a page sends it: what a script got from a passkey, or else a typed code. */
interface SentFactor {
  readonly userId: number;
  readonly code: string;
  readonly passkey: string;
  readonly binding: string;
  /** A browser in which the user has signed in before; null for any other. */
  readonly browser: string | null;
  readonly source: RequestSource;
}

type FactorAttempt = { readonly method: 'totp' | 'recovery_code' | 'passkey' } | Refused;

/** Tries a second factor. A refused one is recorded in the audit log. */
export function attemptFactor(sent: SentFactor, deps: ProofDeps): Promise<FactorAttempt> {
  const { userId, code, passkey, binding, browser, source } = sent;
  return passkey === ''
    ? attemptCode({ userId, typed: code, browser, source }, deps)
    : attemptPasskey({ sent: passkey, userId, binding }, source, deps);
}
