import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { type RequestSource, recordPersonalAudit } from '../audit-log/audit.js';
import { mailGuessedCodes } from '../mail/security-notices.js';
import { lockUser } from '../people/users.js';
import { settleSuspensions } from '../sso/suspensions.js';

/** Which second factors a user has, and whether one of their accounts requires one. */
export interface FactorState {
  /** An authenticator app or a passkey. */
  readonly hasFactor: boolean;
  readonly hasApp: boolean;
  readonly passkeys: number;
  readonly isRequired: boolean;
  readonly unusedCodes: number;
}

/** Selects users who have a second factor. */
export const HAS_FACTOR = {
  OR: [{ secondFactor: { confirmedAt: { not: null } } }, { passkeys: { some: {} } }],
};

export async function findFactorState({ prisma }: DatabaseHandle, userId: number): Promise<FactorState> {
  const [apps, passkeys, requiring, unusedCodes] = await Promise.all([
    prisma.secondFactor.count({ where: { userId, confirmedAt: { not: null } } }),
    prisma.passkey.count({ where: { userId } }),
    prisma.accountMembership.count({
      where: { userId, suspendedAt: null, account: { requiresSecondFactor: true } },
    }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  const hasApp = apps === 1;
  return { hasFactor: hasApp || passkeys > 0, hasApp, passkeys, isRequired: requiring > 0, unusedCodes };
}

/** Stores the secret of an app that is being set up, in place of an unconfirmed one. */
export async function startFactor(
  { prisma }: DatabaseHandle,
  userId: number,
  ciphertext: Uint8Array<ArrayBuffer>,
): Promise<void> {
  await prisma.secondFactor.createMany({ data: { userId, ciphertext }, skipDuplicates: true });
  await prisma.secondFactor.updateMany({ where: { userId, confirmedAt: null }, data: { ciphertext } });
}

/** How many wrong codes a browser may send on a day; all browsers in which the user never signed in share one count. */
const MAX_WRONG_CODES = 30;
const DAY_MS = 24 * 60 * 60_000;

/** Whose code was tried, when, and where. */
export interface CodeSender {
  readonly userId: number;
  /** A browser in which the user has signed in before; null for any other. */
  readonly browser: string | null;
  readonly now: Date;
  readonly source: RequestSource;
}

const keyOf = ({ userId, browser }: CodeSender) => ({ userId, browser: browser ?? '' });
const dayOf = ({ now }: CodeSender) => new Date(now.getTime() - (now.getTime() % DAY_MS));

/** How many seconds remain until the next day, if the sender has used up the wrong codes of this one; null otherwise. */
async function findCodeWait({ prisma }: DatabaseHandle, sender: CodeSender): Promise<number | null> {
  const day = dayOf(sender);
  const exhausted = await prisma.wrongCodes.count({
    where: { ...keyOf(sender), day, count: { gte: MAX_WRONG_CODES } },
  });
  return exhausted === 0 ? null : Math.ceil((day.getTime() + DAY_MS - sender.now.getTime()) / 1000);
}

/**
 * Counts a wrong code, and tells the user by email if it was the last of the day from browsers that they do not use:
 * the sender of such codes knows their password.
 */
async function countWrongCode(tx: DatabaseHandle, sender: CodeSender): Promise<void> {
  const { userId, browser, now, source } = sender;
  const day = dayOf(sender);
  await tx.prisma.wrongCodes.deleteMany({ where: { userId, day: { not: day } } });
  const { count } = await tx.prisma.wrongCodes.upsert({
    where: { userId_browser: keyOf(sender) },
    create: { ...keyOf(sender), day, count: 1 },
    update: { count: { increment: 1 } },
  });
  if (browser !== null || count !== MAX_WRONG_CODES) return;
  await mailGuessedCodes(tx, userId, { count, lastAt: now.toISOString(), ipAddress: source.ipAddress });
}

/** A first or later code that a user enters. */
export interface TriedCode extends CodeSender {
  /** Whether it is the first code of an app that is being set up. At a sign-in, such an app does not count. */
  readonly isSetup: boolean;
  /** The time step that the code belongs to, given the factor's secret; null if it matches none. */
  stepOf(ciphertext: Uint8Array): number | null;
  /** The hash of what was entered, if it has the form of a recovery code. */
  readonly recoveryHash: string | null;
}

/** `replayed`: the code was accepted before. `throttled`: too many wrong codes came before, so that it was not verified. */
export type TriedOutcome =
  | { readonly kind: 'totp' | 'recovery_code' | 'wrong' | 'replayed' }
  | { readonly kind: 'throttled'; readonly waitSeconds: number };

const lockFactor = defineQuery({
  name: 'lock second factor',
  columns: {},
  examples: [1],
  build: (userId: number) => sql`SELECT FROM second_factors WHERE user_id = ${userId} FOR UPDATE`,
});

/**
 * Tries a code. Wrong ones are counted in the database, so that no outage of Redis allows more of them: a code has only
 * six digits. A code works once: neither it nor an older one is accepted again. A recovery code is not counted: it has
 * 80 random bits, and must work when someone else has used up the wrong codes of the day.
 */
export function tryCode(database: Database, tried: TriedCode): Promise<TriedOutcome> {
  // A wrong code returns from the transaction, because throwing would uncount the attempt.
  return database.modelTransaction((tx) => verifyCode(tx, tried));
}

async function verifyCode(tx: DatabaseHandle, tried: TriedCode): Promise<TriedOutcome> {
  const { prisma, pool } = tx;
  const { userId, isSetup } = tried;
  await lockFactor.execute(pool, userId);
  const factor = await prisma.secondFactor.findUnique({ where: { userId } });
  // Without an app, only a recovery code can be right.
  const hasApp = factor !== null && (factor.confirmedAt !== null || isSetup);
  if (!hasApp || (tried.recoveryHash !== null && !isSetup)) return useRecoveryCode(tx, tried);
  const waitSeconds = await findCodeWait(tx, tried);
  if (waitSeconds !== null) return { kind: 'throttled', waitSeconds };
  const step = tried.stepOf(factor.ciphertext);
  if (step === null || step <= Number(factor.lastStep)) {
    await countWrongCode(tx, tried);
    return { kind: step === null ? 'wrong' : 'replayed' };
  }
  await prisma.secondFactor.update({ where: { userId }, data: { lastStep: step } });
  return { kind: 'totp' };
}

async function useRecoveryCode(
  { prisma }: DatabaseHandle,
  { userId, recoveryHash, now }: TriedCode,
): Promise<TriedOutcome> {
  if (recoveryHash === null) return { kind: 'wrong' };
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

/** An app whose first code was right. Its recovery codes are stored if it is the user's first factor. */
export interface ConfirmedFactor extends NewRecoveryCodes {
  readonly ciphertext: Uint8Array<ArrayBuffer>;
  readonly now: Date;
}

/** The outcome of a new factor: if it is the user's first, the recovery codes count from now on. */
export interface AddedFactor {
  readonly isFirst: boolean;
}

/** Turns an app on. Null if another one was started meanwhile. */
export async function confirmFactor(tx: DatabaseHandle, factor: ConfirmedFactor): Promise<AddedFactor | null> {
  const { userId, source, ciphertext, now } = factor;
  await lockUser.execute(tx.pool, userId);
  const { hasFactor } = await findFactorState(tx, userId);
  const { count } = await tx.prisma.secondFactor.updateMany({
    where: { userId, ciphertext, confirmedAt: null },
    data: { confirmedAt: now },
  });
  if (count === 0) return null;
  if (!hasFactor) await startProtection(tx, factor);
  await recordPersonalAudit(tx, { userId, action: 'second_factor.enable', target: '', ...source });
  return { isFirst: !hasFactor };
}

export async function renewRecoveryCodes(tx: DatabaseHandle, codes: NewRecoveryCodes): Promise<void> {
  const { userId, source } = codes;
  await storeRecoveryCodes(tx, codes);
  await recordPersonalAudit(tx, { userId, action: 'second_factor.renew_codes', target: '', ...source });
}

/** Stores the recovery codes of a user's first factor, and gives them access to accounts that wanted one. */
export async function startProtection(
  tx: DatabaseHandle,
  codes: Pick<NewRecoveryCodes, 'userId' | 'codeHashes'>,
): Promise<void> {
  await storeRecoveryCodes(tx, codes);
  await settleSuspensions(tx, { userId: codes.userId });
}

/** Stores recovery codes in place of all earlier ones. */
async function storeRecoveryCodes(
  { prisma }: DatabaseHandle,
  { userId, codeHashes }: Pick<NewRecoveryCodes, 'userId' | 'codeHashes'>,
): Promise<void> {
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  await prisma.recoveryCode.createMany({ data: codeHashes.map((codeHash) => ({ userId, codeHash })) });
}
