import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { type RequestSource, recordPersonalAudit } from '../audit-log/audit.js';

/** Whether a user has a second factor, and whether one of their accounts requires it. */
export interface FactorState {
  readonly hasFactor: boolean;
  readonly isRequired: boolean;
  readonly unusedCodes: number;
}

export async function findFactorState({ prisma }: DatabaseHandle, userId: number): Promise<FactorState> {
  const [factor, requiring, unusedCodes] = await Promise.all([
    prisma.secondFactor.count({ where: { userId, confirmedAt: { not: null } } }),
    prisma.accountMembership.count({ where: { userId, account: { requiresSecondFactor: true } } }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { hasFactor: factor === 1, isRequired: requiring > 0, unusedCodes };
}

/** Stores the secret of a factor that is being set up, in place of an unconfirmed one. */
export async function startFactor(
  { prisma }: DatabaseHandle,
  userId: number,
  ciphertext: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await prisma.secondFactor.createMany({ data: { userId, ciphertext }, skipDuplicates: true });
  await prisma.secondFactor.updateMany({ where: { userId, confirmedAt: null }, data: { ciphertext } });
}

/** A first or later code that a user enters. */
export interface TriedCode {
  readonly userId: number;
  readonly now: Date;
  /** The time step that the code belongs to, given the factor's secret; null if it matches none. */
  stepOf(ciphertext: Uint8Array): number | null;
  /** The hash of what was entered, if it has the form of a recovery code. */
  readonly recoveryHash: string | null;
}

/** `replayed`: the code was accepted before. `throttled`: too many codes were tried, and this one was not verified. */
export type TriedOutcome =
  | { readonly kind: 'totp' | 'recovery_code' | 'wrong' | 'replayed' }
  | { readonly kind: 'throttled'; readonly waitSeconds: number };

const MAX_ATTEMPTS = 10;
const WINDOW_MS = 15 * 60_000;

const lockFactor = defineQuery({
  name: 'lock second factor',
  columns: {},
  examples: [1],
  build: (userId: number) => sql`SELECT FROM second_factors WHERE user_id = ${userId} FOR UPDATE`,
});

/**
 * Tries a code. Attempts are counted in the database, so that no outage of Redis allows more of them: a code has only
 * six digits. A code works once: neither it nor an older one is accepted again.
 */
export function tryCode(database: Database, tried: TriedCode): Promise<TriedOutcome> {
  // A wrong code returns from the transaction, because throwing would uncount the attempt.
  return database.modelTransaction((tx) => verifyCode(tx, tried));
}

async function verifyCode({ prisma, pool }: DatabaseHandle, tried: TriedCode): Promise<TriedOutcome> {
  const { userId, now, recoveryHash } = tried;
  await lockFactor.execute(pool, userId);
  const factor = await prisma.secondFactor.findUnique({ where: { userId } });
  if (factor === null) return { kind: 'wrong' };
  const isNewWindow = now.getTime() - factor.attemptsSince.getTime() >= WINDOW_MS;
  const attempts = isNewWindow ? 1 : factor.attempts + 1;
  const attemptsSince = isNewWindow ? now : factor.attemptsSince;
  if (attempts > MAX_ATTEMPTS)
    return {
      kind: 'throttled',
      waitSeconds: Math.ceil((attemptsSince.getTime() + WINDOW_MS - now.getTime()) / 1000),
    };
  const step = tried.stepOf(factor.ciphertext);
  const isFresh = step !== null && step > Number(factor.lastStep);
  const data = isFresh ? { attempts: 0, lastStep: step } : { attempts, attemptsSince };
  await prisma.secondFactor.update({ where: { userId }, data });
  if (step !== null) return { kind: isFresh ? 'totp' : 'replayed' };
  if (recoveryHash === null || factor.confirmedAt === null) return { kind: 'wrong' };
  const { count } = await prisma.recoveryCode.updateMany({
    where: { userId, codeHash: recoveryHash, usedAt: null },
    data: { usedAt: now },
  });
  return { kind: count === 1 ? 'recovery_code' : 'wrong' };
}

/** Recovery codes that replace all earlier ones, as hashes. */
export interface NewRecoveryCodes {
  readonly userId: number;
  readonly codeHashes: readonly string[];
  readonly source: RequestSource;
}

/** A factor whose first code was right. */
export interface ConfirmedFactor extends NewRecoveryCodes {
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly now: Date;
}

/** Turns a factor on; its recovery codes count from now on. False if another one was started meanwhile. */
export async function confirmFactor(tx: DatabaseHandle, factor: ConfirmedFactor): Promise<boolean> {
  const { userId, source, ciphertext, now } = factor;
  const { count } = await tx.prisma.secondFactor.updateMany({
    where: { userId, ciphertext, confirmedAt: null },
    data: { confirmedAt: now },
  });
  if (count === 0) return false;
  await storeRecoveryCodes(tx, factor);
  await recordPersonalAudit(tx, { userId, action: 'second_factor.enable', target: '', ...source });
  return true;
}

/** Replaces a user's recovery codes. */
export async function renewRecoveryCodes(tx: DatabaseHandle, codes: NewRecoveryCodes): Promise<void> {
  const { userId, source } = codes;
  await storeRecoveryCodes(tx, codes);
  await recordPersonalAudit(tx, { userId, action: 'second_factor.renew_codes', target: '', ...source });
}

async function storeRecoveryCodes({ prisma }: DatabaseHandle, { userId, codeHashes }: NewRecoveryCodes) {
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  await prisma.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) });
}
