import { randomBytes } from 'node:crypto';
import type { SsoState } from '@slipway/contracts';
import { isAddressIn } from '@slipway/domain';
import type { Database, DatabaseHandle } from '../../database.js';
import type { Prisma } from '../../generated/client.js';
import { isUniqueViolation } from '../../outage.js';
import { lockAccount } from '../members/members.js';
import { endSessions } from '../sessions/sessions.js';
import { settleSuspensions } from './suspensions.js';

const record = {
  accountId: true,
  account: { select: { prefixedId: true, name: true } },
  issuer: true,
  clientId: true,
  clientSecret: true,
  domain: true,
  domainToken: true,
  domainVerifiedAt: true,
  state: true,
} as const;

/** An account's identity provider, as sign-in needs it. Its secret is encrypted. */
export type SsoProviderRecord = Prisma.SsoProviderGetPayload<{ select: typeof record }>;

/** The provider of an account, whatever its state. */
export function findSsoProvider({ prisma }: DatabaseHandle, accountId: number): Promise<SsoProviderRecord | null> {
  return prisma.ssoProvider.findUnique({ where: { accountId }, select: record });
}

const USABLE = { state: { not: 'off' }, domainVerifiedAt: { not: null } } as const;

/** The provider that people of a domain sign in with. */
export function findProviderOfDomain(
  { prisma }: DatabaseHandle,
  domain: string,
): Promise<SsoProviderRecord | null> {
  return prisma.ssoProvider.findFirst({ where: { domain, ...USABLE }, select: record });
}

/** The provider that people sign in to an account with, by the account's public id. */
export function findProviderOfAccount(
  { prisma }: DatabaseHandle,
  prefixedId: string,
): Promise<SsoProviderRecord | null> {
  return prisma.ssoProvider.findFirst({ where: { account: { prefixedId }, ...USABLE }, select: record });
}

/** The provider that knows a user, and at which they can prove again who they are. */
export async function findProviderOfUser(
  { prisma }: DatabaseHandle,
  userId: number,
): Promise<SsoProviderRecord | null> {
  return prisma.ssoProvider.findFirst({
    where: { ...USABLE, identities: { some: { userId } }, account: { memberships: { some: { userId } } } },
    orderBy: { accountId: 'asc' },
    select: record,
  });
}

/** An owner's settings for an identity provider. */
export interface SavedSsoProvider {
  readonly accountId: number;
  readonly issuer: string;
  readonly clientId: string;
  /** Encrypted; null to keep the stored one, which needs the same issuer. */
  readonly clientSecret: Uint8Array<ArrayBuffer> | null;
  readonly domain: string;
}

/**
 * Saves a provider and turns single sign-on off, because nobody has tried the new settings. Another issuer forgets who
 * its people are, and another domain must be verified. Returns null if there is no secret to keep.
 */
export async function saveSsoProvider(
  tx: DatabaseHandle,
  { accountId, clientSecret, ...saved }: SavedSsoProvider,
): Promise<'saved' | null> {
  await lockAccount(tx, accountId);
  const { prisma } = tx;
  const known = await findSsoProvider(tx, accountId);
  // A stored secret is only ever sent to the provider that it was entered for.
  const kept = known?.issuer === saved.issuer ? new Uint8Array(known.clientSecret) : null;
  const secret = clientSecret ?? kept;
  if (secret === null) return null;
  const isSameDomain = known?.domain === saved.domain;
  const data = {
    ...saved,
    clientSecret: secret,
    state: 'off',
    ...(isSameDomain ? {} : { domainToken: randomBytes(20).toString('hex'), domainVerifiedAt: null }),
  } as const;
  if (known === null)
    await prisma.ssoProvider.create({
      data: { accountId, domainToken: randomBytes(20).toString('hex'), ...data },
    });
  else await prisma.ssoProvider.update({ where: { accountId }, data });
  if (known?.issuer !== saved.issuer) await prisma.ssoIdentity.deleteMany({ where: { accountId } });
  await settleSuspensions(tx, { accountId });
  return 'saved';
}

/** Removes an account's provider and forgets who its people are. Returns whether there was one. */
export async function removeSsoProvider(tx: DatabaseHandle, accountId: number): Promise<boolean> {
  await lockAccount(tx, accountId);
  const { count } = await tx.prisma.ssoProvider.deleteMany({ where: { accountId } });
  await settleSuspensions(tx, { accountId });
  return count === 1;
}

/** A domain whose control was proved. */
export interface VerifiedDomain {
  readonly accountId: number;
  readonly domain: string;
  readonly now: Date;
}

/**
 * Marks a domain as verified and records it in the audit log, unless the account's settings changed meanwhile or another
 * account has verified the domain.
 */
export async function markDomainVerified(
  database: Database,
  { accountId, domain, now }: VerifiedDomain,
  audit: (tx: DatabaseHandle) => Promise<void>,
): Promise<'verified' | 'not_found' | 'taken'> {
  try {
    return await database.modelTransaction(async (tx) => {
      const where = { accountId, domain };
      const { count } = await tx.prisma.ssoProvider.updateMany({ where, data: { domainVerifiedAt: now } });
      if (count === 0) return 'not_found';
      await audit(tx);
      return 'verified';
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return 'taken';
  }
}

/** What a change to single sign-on did to the members of the account. */
export interface ChangedSso {
  readonly endedSessions: number;
  /** Who lost access, because their address is outside the domain. */
  readonly suspended: readonly number[];
}

/**
 * Turns single sign-on off, on, or makes it required. Required ends the sessions of everyone who then needs it, and
 * suspends members with other addresses. Returns null if the account has no provider with a verified domain.
 */
export async function setSsoState(
  tx: DatabaseHandle,
  accountId: number,
  state: SsoState,
): Promise<ChangedSso | null> {
  await lockAccount(tx, accountId);
  const { prisma } = tx;
  const [provider] = await prisma.ssoProvider.updateManyAndReturn({
    where: { accountId, ...(state === 'off' ? {} : { domainVerifiedAt: { not: null } }) },
    data: { state },
    select: { domain: true },
  });
  if (provider === undefined) return null;
  const suspended = await settleSuspensions(tx, { accountId });
  if (state !== 'required') return { endedSessions: 0, suspended };
  const { count } = await prisma.session.deleteMany({ where: { user: boundTo(accountId, provider.domain) } });
  return { endedSessions: count, suspended };
}

/** The people who can only sign in with an account's provider while it requires that. */
export function boundTo(accountId: number, domain: string) {
  return {
    email: { endsWith: `@${domain}` },
    memberships: { some: { accountId, role: 'member' }, none: { role: 'owner' } },
  } as const;
}

/**
 * The account whose provider a user must sign in with, instead of a password: one that requires it from people with an
 * address like theirs. Owners keep their password, in whichever
 * account: a provider that fails must not lock out the people who can turn it off.
 */
export async function findRequiredSso(
  { prisma }: DatabaseHandle,
  userId: number,
): Promise<{ readonly accountId: number; readonly prefixedId: string; readonly name: string } | null> {
  const providers = await prisma.ssoProvider.findMany({
    where: {
      state: 'required',
      account: {
        memberships: { some: { userId, role: 'member', user: { memberships: { none: { role: 'owner' } } } } },
      },
    },
    orderBy: { accountId: 'asc' },
    select: { accountId: true, domain: true, account: { select: { prefixedId: true, name: true } } },
  });
  if (providers.length === 0) return null;
  const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const required = providers.find(({ domain }) => isAddressIn(email, domain));
  return required === undefined ? null : { accountId: required.accountId, ...required.account };
}

/**
 * Ends the sessions of a person who is no longer an owner, if they must now sign in with a provider: their sessions may
 * have begun with a password.
 */
export async function endOwnerSessions(tx: DatabaseHandle, userId: number): Promise<void> {
  if ((await findRequiredSso(tx, userId)) !== null) await endSessions(tx, userId);
}
