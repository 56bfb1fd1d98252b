import { type RequestSource, type TriedOutcome, tryCode } from '@slipway/db';
import type { Notice } from '../../pages/layout.js';
import type { ProofDeps } from '../proof-deps.js';
import { minutesOf } from '../throttle.js';
import { readCode } from './totp.js';

/** The response to a proof that is refused. */
export interface Refused {
  readonly refused: { readonly status: number; readonly notice: Notice; readonly waitSeconds: number | null };
}

/** What became of a code: how it was accepted, or the response that refuses it. */
export type CodeAttempt = { readonly method: 'totp' | 'recovery_code' } | Refused;

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
  deps: Pick<ProofDeps, 'database' | 'appSecrets' | 'clock' | 'failures' | 'throttle'>,
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
  'Too many wrong codes today, so codes of your app are not accepted in this browser until midnight UTC. Use a passkey or a recovery code.';

function refusalOf(outcome: TriedOutcome): Refused {
  if (outcome.kind === 'throttled') return refuse(429, TOO_MANY, outcome.waitSeconds);
  if (outcome.kind === 'replayed') return refuse(422, 'This code was already used. Wait for the next one.');
  return refuse(422, 'Incorrect code. Codes change every 30 seconds: check the clock of your device.');
}

export function refuse(status: number, text: string, waitSeconds: number | null = null): Refused {
  return { refused: { status, notice: { kind: 'problem', text }, waitSeconds } };
}
