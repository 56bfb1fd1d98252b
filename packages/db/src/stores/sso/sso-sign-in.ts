import type { SsoRefusal } from '@slipway/contracts';
import { isAddressIn } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { recordAudit } from '../audit-log/audit.js';
import { joinAccount } from '../members/join-account.js';
import { lockAccount } from '../members/members.js';
import { normalizeEmail } from '../people/users.js';
import { findSsoProvider } from './sso-providers.js';

/** A person whom an account's provider has just identified. */
export interface SsoPerson {
  readonly accountId: number;
  /** The issuer that identified them. The account may have another one by now. */
  readonly issuer: string;
  readonly subject: string;
  /** Null if the provider does not say that the address is verified. */
  readonly verifiedEmail: string | null;
  readonly name: string;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** The user to sign in, or the reason for a refusal and whom it concerns. */
export type SsoResult =
  | { readonly userId: number; readonly refusal?: never }
  | { readonly refusal: SsoRefusal; readonly userId: number | null };

/**
 * Finds the user for a person whom the provider identified. The subject identifies users; the address only introduces
 * them: the first time, it links a member of the account, or makes a new user a member. A user of other accounts, and a
 * member who was removed, need an invitation.
 */
export async function resolveSsoPerson(tx: DatabaseHandle, person: SsoPerson): Promise<SsoResult> {
  const { accountId, issuer, subject } = person;
  await lockAccount(tx, accountId);
  const provider = await findSsoProvider(tx, accountId);
  if (
    provider === null ||
    provider.state === 'off' ||
    provider.domainVerifiedAt === null ||
    provider.issuer !== issuer
  )
    return { refusal: 'turned_off', userId: null };
  const known = await tx.prisma.ssoIdentity.findUnique({
    where: { accountId_subject: { accountId, subject } },
    select: { userId: true },
  });
  if (known !== null) return memberOnly(tx, accountId, known.userId);
  const email = person.verifiedEmail === null ? null : normalizeEmail(person.verifiedEmail);
  if (email === null) return { refusal: 'email_unverified', userId: null };
  if (!isAddressIn(email, provider.domain)) return { refusal: 'other_domain', userId: null };
  return introduce(tx, person, email);
}

/** Whether a provider knows a user by this subject. */
export async function isSsoIdentity(
  { prisma }: DatabaseHandle,
  identity: { readonly accountId: number; readonly subject: string; readonly userId: number },
): Promise<boolean> {
  return (await prisma.ssoIdentity.findFirst({ where: identity, select: { userId: true } })) !== null;
}

async function memberOnly({ prisma }: DatabaseHandle, accountId: number, userId: number): Promise<SsoResult> {
  const where = { userId_accountId: { userId, accountId } };
  const membership = await prisma.accountMembership.findUnique({ where, select: { userId: true } });
  return membership === null ? { refusal: 'not_a_member', userId } : { userId };
}

async function introduce(tx: DatabaseHandle, person: SsoPerson, email: string): Promise<SsoResult> {
  const { accountId, subject, name } = person;
  const { prisma } = tx;
  const user = await prisma.user.findUnique({
    where: { email },
    select: { id: true, ssoIdentities: { where: { accountId }, select: { subject: true } } },
  });
  if (user !== null && user.ssoIdentities.length > 0) return { refusal: 'different_subject', userId: user.id };
  if (user !== null) {
    const member = await memberOnly(tx, accountId, user.id);
    if (member.refusal !== undefined) return member;
  }
  // Without a hash, no password fits. The user can set one by email.
  const created = { email, name, passwordHash: '', defaultAccountId: accountId };
  const userId = user?.id ?? (await prisma.user.create({ data: created, select: { id: true } })).id;
  const { ipAddress, userAgent } = person;
  if (user === null) await joinAccount(tx, { accountId, userId, role: 'member', ipAddress, userAgent });
  await prisma.ssoIdentity.create({ data: { accountId, subject, userId } });
  const entry = { accountId, projectId: null, userId, action: 'sso.link', target: '', ipAddress, userAgent };
  await recordAudit(tx, entry);
  return { userId };
}
