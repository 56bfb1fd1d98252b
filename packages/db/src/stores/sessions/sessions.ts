import { oldestSignIn } from '@slipway/domain';
import type { Database, DatabaseHandle } from '../../database.js';
import type { Found } from '../../records.js';
import { type RequestSource, recordPersonalAudit } from '../audit-log/audit.js';
import { mailNewDevice } from '../mail/security-notices.js';

export interface NewSession extends RequestSource {
  readonly userId: number;
  readonly tokenHash: string;
  /** How the user proved who they are, for the audit log. */
  readonly method: string;
  /** Whether the user gets an email, because they had not signed in with this browser before. */
  readonly isNewDevice: boolean;
  readonly createdAt: Date;
  /** When the user proved who they are; earlier than `createdAt` if an identity provider still knew them. */
  readonly confirmedAt: Date;
  readonly expiresAt: Date;
}

/** Starts a session and deletes the user's expired ones. The audit log of each of the user's accounts says so. */
export function createSession(database: Database, session: NewSession): Promise<void> {
  const { method, isNewDevice, ...stored } = session;
  const { userId, createdAt, ipAddress, userAgent } = session;
  return database.modelTransaction(async (tx) => {
    await tx.prisma.session.deleteMany({ where: { userId, expiresAt: { lte: createdAt } } });
    await tx.prisma.session.create({ data: { ...stored, lastSeenAt: createdAt } });
    const entry = { userId, action: 'session.start', target: '', detail: { method } };
    await recordPersonalAudit(tx, { ...entry, ipAddress, userAgent });
    if (!isNewDevice) return;
    await mailNewDevice(tx, userId, { userAgent, ipAddress, signedInAt: createdAt.toISOString() });
  });
}

/** The session behind a cookie. Read on every request, so that signing out takes effect everywhere at once. */
export function findSession({ prisma }: Database, tokenHash: string, now: Date) {
  return prisma.session.findFirst({
    where: { tokenHash, expiresAt: { gt: now }, createdAt: { gt: oldestSignIn(now) } },
    select: {
      id: true,
      userId: true,
      /** The account that the browser shows, if one was chosen. */
      accountId: true,
      createdAt: true,
      lastSeenAt: true,
      /** When the user last proved who they are. */
      confirmedAt: true,
      user: { select: { id: true, email: true, name: true } },
    },
  });
}

export type SessionRecord = Found<typeof findSession>;

/** Extends a session that is in use. */
export async function touchSession(
  { prisma }: Database,
  id: string,
  times: { readonly lastSeenAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await prisma.session.updateMany({ where: { id }, data: times });
}

/** A user who has proved again who they are. */
export interface Confirmation {
  readonly sessionId: string;
  readonly userId: number;
  /** How they proved it, for the audit log. */
  readonly method: string;
  readonly now: Date;
  readonly source: RequestSource;
}

/** Notes in a session that its user has proved again who they are. The audit log of each of their accounts says so. */
export function confirmSession(database: Database, confirmation: Confirmation): Promise<void> {
  const { sessionId, userId, method, now, source } = confirmation;
  return database.modelTransaction(async (tx) => {
    await tx.prisma.session.updateMany({ where: { id: sessionId, userId }, data: { confirmedAt: now } });
    const entry = { userId, action: 'session.confirm', target: '', detail: { method } };
    await recordPersonalAudit(tx, { ...entry, ...source });
  });
}

export async function chooseSessionAccount({ prisma }: Database, id: string, accountId: number): Promise<void> {
  await prisma.session.updateMany({ where: { id }, data: { accountId } });
}

/** Ends the session of a browser whose user signs out. */
export function signOut(
  database: Database,
  { id, userId }: Pick<SessionRecord, 'id' | 'userId'>,
  source: RequestSource,
): Promise<void> {
  return database.modelTransaction(async (tx) => {
    if (!(await endSession(tx, userId, id))) return;
    await recordPersonalAudit(tx, { userId, action: 'session.sign_out', target: '', ...source });
  });
}

export async function endSession({ prisma }: DatabaseHandle, userId: number, id: string): Promise<boolean> {
  const { count } = await prisma.session.deleteMany({ where: { id, userId } });
  return count === 1;
}

/** Ends all of a user's sessions, except the given one. */
export async function endSessions({ prisma }: DatabaseHandle, userId: number, exceptId?: string): Promise<number> {
  const { count } = await prisma.session.deleteMany({
    where: { userId, ...(exceptId === undefined ? {} : { id: { not: exceptId } }) },
  });
  return count;
}
