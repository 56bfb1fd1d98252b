import { newId } from '@slipway/domain';
import { takeAdvisoryLock } from '../../advisory-lock.js';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import type { Found } from '../../records.js';
import { sql } from '../../sql.js';
import { createAccount, type NewAccount } from '../account/create-account.js';

/** Lets one transaction at a time change how a user signs in. */
export const lockUser = defineQuery({
  name: 'lock user',
  columns: {},
  examples: [1],
  build: (userId: number) => sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
});

/** Addresses are stored in lowercase, so people may type them in any case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** The user who signs in with an address. An address that PostgreSQL cannot store belongs to no one. */
export async function findCredentials({ prisma }: Database, email: string) {
  if (email.includes('\0')) return null;
  return prisma.user.findUnique({
    where: { email: normalizeEmail(email) },
    select: { id: true, passwordHash: true },
  });
}

/** A user, as forms name them. */
export function findUser({ prisma }: DatabaseHandle, userId: number) {
  return prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, email: true, name: true } });
}

/** Whether the service has no user yet and must be set up. */
export async function hasNoUsers({ prisma }: Database): Promise<boolean> {
  return (await prisma.user.findFirst({ select: { id: true } })) === null;
}

/** The key that the setup code is derived from: the same in every process until there is a user. */
export async function loadSetupKey({ prisma }: Database): Promise<string> {
  await prisma.setupKey.createMany({ data: { key: newId() }, skipDuplicates: true });
  return (await prisma.setupKey.findUniqueOrThrow({ where: { id: 1 } })).key;
}

/** The first user, with their account and project. */
export interface FirstRun extends NewAccount, NewUser {}

/** Any number works, as long as no other lock in the service uses it. */
const SETUP_LOCK = 7_021_001;

/** Creates the first user; null if another request was faster. */
export function createFirstUser(database: Database, first: FirstRun): Promise<{ userId: number } | null> {
  return database.modelTransaction(async (tx) => {
    const { prisma, pool } = tx;
    await takeAdvisoryLock(pool, SETUP_LOCK);
    if ((await prisma.user.findFirst({ select: { id: true } })) !== null) return null;
    await prisma.setupKey.deleteMany();
    const userId = await createUser(tx, first);
    await createAccount(tx, userId, first);
    return { userId };
  });
}

/** A person who chooses their password. */
export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
  /** Whether they opened a link that only the address received. */
  readonly isAddressProven: boolean;
}

export async function createUser(
  { prisma }: DatabaseHandle,
  { name, email, passwordHash, isAddressProven }: NewUser,
  defaultAccountId: number | null = null,
): Promise<number> {
  const data = { name, email: normalizeEmail(email), passwordHash, isAddressProven, defaultAccountId };
  return (await prisma.user.create({ data, select: { id: true } })).id;
}

/** How long a password reset link works. */
const RESET_LIFETIME_MS = 60 * 60_000;

/** Queues an email with a password reset link, if a user has this address. */
export async function requestPasswordReset(database: Database, email: string, now: Date): Promise<void> {
  const user = await findCredentials(database, email);
  const { prisma } = database;
  if (user === null) return;
  const id = newId();
  await prisma.$transaction([
    prisma.passwordReset.create({
      data: { id, userId: user.id, createdAt: now, expiresAt: new Date(now.getTime() + RESET_LIFETIME_MS) },
    }),
    prisma.mailOutbox.create({
      data: {
        id: newId(),
        kind: 'password_reset',
        userId: user.id,
        payload: { resetId: id },
        messageId: `password-reset-${id}`,
        nextAttemptAt: now,
        createdAt: now,
      },
    }),
  ]);
}

/** The password reset behind a link, and who requested it; null if the link no longer works. */
export async function findUsableReset({ prisma }: Database, id: string, now: Date) {
  const reset = await prisma.passwordReset.findFirst({
    where: { id, usedAt: null, expiresAt: { gt: now } },
    select: { user: { select: { email: true, name: true } } },
  });
  return reset && { id, ...reset.user };
}

export type UsableReset = Found<typeof findUsableReset>;

export async function findPasswordHash({ prisma }: DatabaseHandle, userId: number): Promise<string | null> {
  const user = await prisma.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  return user?.passwordHash ?? null;
}

export async function renameUser({ prisma }: DatabaseHandle, userId: number, name: string): Promise<void> {
  await prisma.user.update({ where: { id: userId }, data: { name } });
}
