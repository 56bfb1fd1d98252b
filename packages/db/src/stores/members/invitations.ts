import type { Role } from '@slipway/contracts';
import { newId } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import type { Found } from '../../records.js';
import { mailNewOwner, queueMail } from '../mail/security-notices.js';
import { createUser, type NewUser, normalizeEmail } from '../people/users.js';
import { mayJoin } from '../sso/allowed-addresses.js';
import { joinAccount } from './join-account.js';
import { lockAccount } from './members.js';

const LIFETIME_MS = 7 * 24 * 60 * 60_000;

export interface NewInvitation {
  readonly accountId: number;
  readonly email: string;
  readonly role: Role;
  readonly invitedById: number;
  readonly now: Date;
}

export type InvitationResult = 'invited' | 'already_member' | 'owner_required' | 'address_not_allowed';

/**
 * Invites a person to an account by email, unless they already belong to it. A new invitation replaces the earlier one,
 * whose link stops working. Waits for concurrent changes to the account's members: an owner who is being removed cannot
 * invite anyone.
 */
export async function inviteToAccount(
  tx: DatabaseHandle,
  { accountId, role, invitedById, now, ...sent }: NewInvitation,
): Promise<InvitationResult> {
  const { prisma } = tx;
  const email = normalizeEmail(sent.email);
  await lockAccount(tx, accountId);
  if (!(await isOwner(tx, accountId, invitedById))) return 'owner_required';
  const member = await prisma.accountMembership.findFirst({ where: { accountId, user: { email } } });
  if (member !== null) return 'already_member';
  if (!(await mayJoin(tx, accountId, email))) return 'address_not_allowed';
  await prisma.invitation.deleteMany({ where: { accountId, email, acceptedAt: null } });
  const id = newId();
  await prisma.invitation.create({
    data: {
      id,
      accountId,
      email,
      role,
      invitedById,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    },
  });
  await mailInvitation(tx, { id, invitedById, now });
  return 'invited';
}

function mailInvitation(
  tx: DatabaseHandle,
  { id, invitedById, now }: { readonly id: string; readonly invitedById: number; readonly now: Date },
): Promise<void> {
  return queueMail(tx, [invitedById], { kind: 'invitation', payload: { invitationId: id }, now });
}

/** The address of an invitation that has not been accepted, for the people who may resend it. */
export async function findOpenInvitation(
  { prisma }: DatabaseHandle,
  accountId: number,
  id: string,
): Promise<{ readonly email: string } | null> {
  return prisma.invitation.findFirst({ where: { id, accountId, acceptedAt: null }, select: { email: true } });
}

/**
 * Sends an invitation again, in the name of the owner who does so. Its link works for another seven days, also where it
 * was sent before. False if it was accepted or withdrawn.
 */
export async function resendInvitation(
  tx: DatabaseHandle,
  { accountId, id, invitedById, now }: Omit<NewInvitation, 'email' | 'role'> & { readonly id: string },
): Promise<boolean> {
  const { count } = await tx.prisma.invitation.updateMany({
    where: { id, accountId, acceptedAt: null },
    data: { invitedById, expiresAt: new Date(now.getTime() + LIFETIME_MS) },
  });
  if (count > 0) await mailInvitation(tx, { id, invitedById, now });
  return count > 0;
}

async function isOwner({ prisma }: DatabaseHandle, accountId: number, userId: number): Promise<boolean> {
  const where = { accountId, userId, role: 'owner', suspendedAt: null } as const;
  return (await prisma.accountMembership.findFirst({ where, select: { userId: true } })) !== null;
}

/** Withdraws an invitation that has not been accepted; returns the email address, or null if there is none. */
export async function withdrawInvitation(
  tx: DatabaseHandle,
  accountId: number,
  id: string,
): Promise<string | null> {
  const invitation = await findOpenInvitation(tx, accountId, id);
  if (invitation === null) return null;
  await tx.prisma.invitation.deleteMany({ where: { id, accountId, acceptedAt: null } });
  return invitation.email;
}

/** The invitation, unless it was accepted, was withdrawn, has expired, or its sender is no longer an owner. */
export async function findUsableInvitation(on: DatabaseHandle, id: string, now: Date) {
  const { prisma } = on;
  const invitation = await prisma.invitation.findFirst({
    where: { id, acceptedAt: null, expiresAt: { gt: now } },
    select: { accountId: true, email: true, role: true, invitedById: true, account: { select: { name: true } } },
  });
  if (invitation === null) return null;
  const { accountId, email, role, invitedById, account } = invitation;
  if (!(await isOwner(on, accountId, invitedById))) return null;
  const inviter = await prisma.user.findUnique({ where: { id: invitedById }, select: { name: true } });
  const user = await prisma.user.findUnique({ where: { email }, select: { id: true } });
  const invitedBy = inviter?.name ?? '';
  // Nobody may have this address yet; `mayJoin` is false if the account now requires single sign-on of another domain.
  const found = { id, accountId, accountName: account.name, email, role, invitedBy, userId: user?.id ?? null };
  return { ...found, mayJoin: await mayJoin(on, accountId, email) };
}

export type UsableInvitation = Found<typeof findUsableInvitation>;

/** Who accepts an invitation: an existing user, or a new one. */
export interface Acceptance {
  readonly invitationId: string;
  readonly who: { readonly userId: number } | Omit<NewUser, 'email'>;
  readonly now: Date;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** Adds a person to the account and its projects through an invitation, once; null if it can no longer be used. */
export async function acceptInvitation(
  tx: DatabaseHandle,
  { invitationId, who, now, ipAddress, userAgent }: Acceptance,
): Promise<{ readonly userId: number; readonly accountId: number; readonly isSuspended: boolean } | null> {
  const { prisma } = tx;
  const found = await prisma.invitation.findUnique({ where: { id: invitationId }, select: { accountId: true } });
  if (found === null) return null;
  // An owner may require single sign-on meanwhile, and must not miss the new member.
  await lockAccount(tx, found.accountId);
  const [invitation] = await prisma.invitation.updateManyAndReturn({
    where: { id: invitationId, acceptedAt: null, expiresAt: { gt: now } },
    data: { acceptedAt: now },
    select: { accountId: true, email: true, role: true, invitedById: true },
  });
  if (invitation === undefined) return null;
  const { accountId, email, role, invitedById } = invitation;
  const userId = 'userId' in who ? who.userId : await createUser(tx, { ...who, email }, accountId);
  const { isSuspended } = await joinAccount(tx, { accountId, userId, role, ipAddress, userAgent });
  if (role === 'owner') await mailNewOwner(tx, { accountId, userId, madeById: invitedById, now });
  return { userId, accountId, isSuspended };
}
