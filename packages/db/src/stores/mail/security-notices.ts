import { type MissingForAccess, newId } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { toJson } from '../../json.js';

/** A sign-in from a browser that the user had not signed in with before, as its notice shows it. */
export interface MailedDevice {
  readonly userAgent: string;
  readonly ipAddress: string;
  /** An ISO 8601 time. */
  readonly signedInAt: string;
}

/** A person who became an owner of an account, as the notice shows it. */
export interface MailedOwner {
  readonly accountName: string;
  readonly name: string;
  /** The name of the person who decided it: by changing a role, or by an invitation. */
  readonly madeBy: string;
  /** An ISO 8601 time. */
  readonly since: string;
}

/** A signing secret that a person created or replaced, as the notice shows it: never the secret itself. */
export interface MailedSecret {
  /** The integration, or the notification channel if `integrationId` is null. */
  readonly name: string;
  readonly integrationId: number | null;
  /** Whether the integration or channel was created with it; false if it replaced another secret. */
  readonly isFirst?: boolean;
  readonly projectId: number;
  readonly projectName: string;
  readonly replacedBy: string;
  /** An ISO 8601 time. */
  readonly replacedAt: string;
  readonly ipAddress: string;
}

/** Wrong codes of an authenticator app, sent from browsers in which the user never signed in, as the notice shows them. */
export interface MailedGuesses {
  readonly count: number;
  /** An ISO 8601 time. */
  readonly lastAt: string;
  /** Where the last one came from. */
  readonly ipAddress: string;
}

/** An account that a member can no longer use while it requires single sign-on, as the notice shows it. */
export interface MailedSuspension {
  readonly accountName: string;
  /** The domain whose people sign in with the account's provider. */
  readonly domain: string;
  /** What access takes: that an owner allows the person's address, or a second factor. */
  readonly needs: MissingForAccess;
  /** An ISO 8601 time. */
  readonly since: string;
}

/** An email to queue, in the transaction that causes it. */
interface Notice {
  readonly kind: string;
  readonly payload: object;
  readonly now: Date;
}

/** Queues an email to each of the users. */
export async function queueMail(
  { prisma }: DatabaseHandle,
  userIds: readonly number[],
  { kind, payload, now }: Notice,
): Promise<void> {
  await prisma.mailOutbox.createMany({
    data: userIds.map((userId) => ({
      kind,
      userId,
      payload: toJson(payload),
      messageId: `${kind.replaceAll('_', '-')}-${newId()}`,
      nextAttemptAt: now,
      createdAt: now,
    })),
  });
}

/** Queues an email to each owner of an account. */
export async function mailOwners(tx: DatabaseHandle, accountId: number, notice: Notice): Promise<void> {
  const owners = await tx.prisma.accountMembership.findMany({
    where: { accountId, role: 'owner', suspendedAt: null },
    select: { userId: true },
  });
  const userIds = owners.map(({ userId }) => userId);
  await queueMail(tx, userIds, notice);
}

/** Tells a user about a sign-in from a new browser. */
export function mailNewDevice(tx: DatabaseHandle, userId: number, device: MailedDevice): Promise<void> {
  return queueMail(tx, [userId], { kind: 'new_device', payload: device, now: new Date(device.signedInAt) });
}

/** Tells a user that someone who knows their password guesses the codes of their app. */
export function mailGuessedCodes(tx: DatabaseHandle, userId: number, guesses: MailedGuesses): Promise<void> {
  return queueMail(tx, [userId], { kind: 'guessed_codes', payload: guesses, now: new Date(guesses.lastAt) });
}

/** A user who became an owner of an account, and the owner who decided it. */
export interface NewOwner {
  readonly accountId: number;
  readonly userId: number;
  readonly madeById: number;
  readonly now: Date;
}

/** Tells every owner of an account, the new one included, who became an owner. */
export async function mailNewOwner(tx: DatabaseHandle, owner: NewOwner): Promise<void> {
  const { accountId, userId, madeById, now } = owner;
  const { prisma } = tx;
  const account = await prisma.account.findUniqueOrThrow({ where: { id: accountId }, select: { name: true } });
  const people = await prisma.user.findMany({
    where: { id: { in: [userId, madeById] } },
    select: { id: true, name: true },
  });
  const nameOf = (id: number) => people.find((person) => person.id === id)?.name ?? '';
  const payload: MailedOwner = {
    accountName: account.name,
    name: nameOf(userId),
    madeBy: nameOf(madeById),
    since: now.toISOString(),
  };
  await mailOwners(tx, accountId, { kind: 'new_owner', payload, now });
}

/** Tells every owner of an account that a person created or replaced a signing secret. */
export function mailNewSecret(tx: DatabaseHandle, accountId: number, secret: MailedSecret): Promise<void> {
  return mailOwners(tx, accountId, { kind: 'new_secret', payload: secret, now: new Date(secret.replacedAt) });
}
