import type { Role } from '@slipway/contracts';
import { type MissingForAccess, missingForAccess } from '@slipway/domain';
import { announceAccount } from '../../announce-account.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { type MailedSuspension, queueMail } from '../mail/security-notices.js';
import { endSessions } from '../sessions/sessions.js';

/** All members of an account, or all memberships of a person. */
export type MembershipScope = { readonly accountId: number } | { readonly userId: number };

/**
 * Suspends the members who may not use an account that requires single sign-on, and gives access back to those who may
 * again. Call it after everything that decides it: the state and the domain of the provider, allowed addresses, second
 * factors, new members. Members who return without the second factor that the account requires set it up at the
 * next sign-in. Returns the members that it suspended; each gets an email.
 */
export async function settleSuspensions(tx: DatabaseHandle, scope: MembershipScope): Promise<number[]> {
  // Of two changes at once, such as required single sign-on and a removed factor, the later one sees both.
  await lockMemberships.execute(tx.pool, scope);
  const now = await databaseTime(tx);
  const suspended: number[] = [];
  const changedAccounts = new Set<number>();
  for (const { accountId, userId, isSuspended, missing, ...member } of await listSsoAccess(tx, scope)) {
    if (isSuspended === (missing !== null)) continue;
    await tx.prisma.accountMembership.update({
      where: { userId_accountId: { userId, accountId } },
      data: { suspendedAt: missing === null ? null : now },
    });
    changedAccounts.add(accountId);
    if (missing === null) {
      if (member.lacksFactor) await endSessions(tx, userId);
      continue;
    }
    const { accountName, domain } = member;
    const payload: MailedSuspension = { accountName, domain, needs: missing, since: now.toISOString() };
    await queueMail(tx, [userId], { kind: 'suspended', payload, now });
    suspended.push(userId);
  }
  for (const accountId of changedAccounts) await announceAccount(tx, accountId, 'member');
  return suspended;
}

const lockMemberships = defineQuery({
  name: 'lock memberships',
  columns: {},
  examples: [{ accountId: 1 }, { userId: 1 }] as MembershipScope[],
  build: (scope: MembershipScope) =>
    sql`SELECT FROM account_memberships
        WHERE ${'accountId' in scope ? sql`account_id = ${scope.accountId}` : sql`user_id = ${scope.userId}`}
        ORDER BY account_id, user_id FOR NO KEY UPDATE`,
});

/** A member as far as required single sign-on decides whether they can use the account. */
interface MemberAccess {
  readonly accountId: number;
  readonly accountName: string;
  /** Of the account's provider. */
  readonly domain: string;
  readonly userId: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly isSuspended: boolean;
  /** What they lack to use the account; null if they can. */
  readonly missing: MissingForAccess | null;
  /** Whether they have no second factor although the account requires one of everybody. */
  readonly lacksFactor: boolean;
}

const facts = {
  accountId: true,
  userId: true,
  role: true,
  suspendedAt: true,
  user: {
    select: {
      name: true,
      email: true,
      secondFactor: { select: { confirmedAt: true } },
      passkeys: { select: { id: true }, take: 1 },
    },
  },
  account: {
    select: {
      name: true,
      requiresSecondFactor: true,
      ssoProvider: { select: { state: true, domain: true, allowedAddresses: { select: { email: true } } } },
    },
  },
} as const;

/** Whether members can use their accounts; with `ifRequired`, as if single sign-on were required. */
export async function listSsoAccess(
  { prisma }: DatabaseHandle,
  scope: MembershipScope,
  ifRequired = false,
): Promise<MemberAccess[]> {
  const orderBy = [{ user: { name: 'asc' } }, { userId: 'asc' }, { accountId: 'asc' }] as const;
  const memberships = await prisma.accountMembership.findMany({
    where: scope,
    orderBy: [...orderBy],
    select: facts,
  });
  return memberships.map(({ suspendedAt, user, account, ...member }) => {
    const { name, email, secondFactor, passkeys } = user;
    const { ssoProvider: provider, name: accountName } = account;
    const domain = provider?.domain ?? '';
    const hasSecondFactor = (secondFactor?.confirmedAt ?? null) !== null || passkeys.length > 0;
    const missing = missingForAccess({
      isRequired: provider !== null && (ifRequired || provider.state === 'required'),
      domain,
      email,
      isAllowed: provider?.allowedAddresses.some((allowed) => allowed.email === email) ?? false,
      hasSecondFactor,
    });
    const lacksFactor = account.requiresSecondFactor && !hasSecondFactor;
    return {
      ...member,
      accountName,
      domain,
      name,
      email,
      isSuspended: suspendedAt !== null,
      missing,
      lacksFactor,
    };
  });
}
