import { newId } from '@slipway/domain';
import type { Database, DatabaseHandle } from '../../database.js';
import { isUniqueViolation } from '../../outage.js';
import type { Found } from '../../records.js';
import { createAccount, type NewAccount } from '../account/create-account.js';
import { recordAudit } from '../audit-log/audit.js';
import { createUser, type NewUser, normalizeEmail } from './users.js';

/** Creates a link with which the owner of an address can create an account; returns its id. */
export async function createSignUp(
  { prisma }: DatabaseHandle,
  email: string,
  { now, lifetimeMs }: { readonly now: Date; readonly lifetimeMs: number },
): Promise<string> {
  const id = newId();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await prisma.signUp.create({ data: { id, email: normalizeEmail(email), createdAt: now, expiresAt } });
  return id;
}

/** The sign-up behind a link, with the user who has its address, if any; null if it was used or has expired. */
export async function findUsableSignUp({ prisma }: Database, id: string, now: Date) {
  const signUp = await prisma.signUp.findFirst({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    select: { email: true },
  });
  if (signUp === null) return null;
  const { email } = signUp;
  const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  return { id, email, userId: user?.id ?? null };
}

export type UsableSignUp = Found<typeof findUsableSignUp>;

/** What a person entered on the sign-up page. */
export interface FinishedSignUp {
  readonly id: string;
  readonly account: NewAccount;
  /** The user who is signed in, or a new one. */
  readonly who: { readonly userId: number } | Omit<NewUser, 'email'>;
  readonly now: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Creates the account of a sign-up, once; null if its link, or its address, was used in the meantime. */
export async function finishSignUp(
  database: Database,
  { id, account, who, now, ipAddress, userAgent }: FinishedSignUp,
): Promise<{ readonly userId: number; readonly accountId: number } | null> {
  try {
    return await database.modelTransaction(async (tx) => {
      const [signUp] = await tx.prisma.signUp.updateManyAndReturn({
        where: { id, usedAt: null, expiresAt: { gt: now } },
        data: { usedAt: now },
        select: { email: true },
      });
      if (signUp === undefined) return null;
      const userId = 'userId' in who ? who.userId : await createUser(tx, { ...who, ...signUp });
      const { accountId } = await createAccount(tx, userId, account);
      const entry = { action: 'account.create', target: account.accountName, ipAddress, userAgent };
      await recordAudit(tx, { ...entry, accountId, projectId: null, userId });
      return { userId, accountId };
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
