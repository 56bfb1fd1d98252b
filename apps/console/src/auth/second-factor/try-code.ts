import { type TriedOutcome, tryCode } from '@slipway/db';
import type { Request } from '@slipway/http';
import type { Notice } from '../../pages/layout.js';
import type { AuthDeps } from '../deps.js';
import { sourceOf } from '../source-of.js';
import { minutesOf } from '../throttle.js';
import { readCode } from './totp.js';

/** What became of a code: how it was accepted, or the response that refuses it. */
export type CodeAttempt =
  | { readonly method: 'totp' | 'recovery_code' }
  | {
      readonly refused: { readonly status: number; readonly notice: Notice; readonly waitSeconds: number | null };
    };

/** Tries a code that a user typed. A refused one is recorded in the audit log. */
export async function attemptCode(
  request: Request,
  { userId, typed }: { readonly userId: number; readonly typed: string },
  deps: AuthDeps,
): Promise<CodeAttempt> {
  const { database, appSecrets, clock, failures } = deps;
  const outcome = await tryCode(database, readCode(appSecrets, userId, typed, clock.now()));
  if (outcome.kind === 'totp' || outcome.kind === 'recovery_code') return { method: outcome.kind };
  failures.record(outcome.kind === 'throttled' ? 'throttled' : 'second_factor', userId, sourceOf(request));
  return { refused: refusalOf(outcome) };
}

function refusalOf(outcome: TriedOutcome) {
  const refuse = (status: number, text: string, waitSeconds: number | null = null) => ({
    status,
    notice: { kind: 'problem', text } as const,
    waitSeconds,
  });
  if (outcome.kind === 'throttled') {
    const { waitSeconds } = outcome;
    return refuse(429, `Too many wrong codes. Try again in ${minutesOf(waitSeconds)}.`, waitSeconds);
  }
  if (outcome.kind === 'replayed') return refuse(422, 'This code was already used. Wait for the next one.');
  return refuse(422, 'Incorrect code. Codes change every 30 seconds: check the clock of your device.');
}
