import type { Role, SsoState } from '@slipway/contracts';
import { isAddressIn, type MissingForAccess } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { boundTo } from '../../stores/sso/sso-providers.js';
import { listSsoAccess } from '../../stores/sso/suspensions.js';

/** Single sign-on of an account, as its owners see it. */
export interface SsoSettingsRecord {
  readonly provider: {
    readonly issuer: string;
    readonly clientId: string;
    readonly domain: string;
    readonly domainToken: string;
    readonly domainVerifiedAt: Date | null;
    readonly state: SsoState;
  } | null;
  /** How many people have signed in with it. */
  readonly linkedPeople: number;
  /** How many people would need it if it were required. */
  readonly affectedPeople: number;
  readonly outsideMembers: readonly OutsideMemberRecord[];
  readonly allowedAddresses: readonly AllowedAddressRecord[];
}

/** A member whose address is outside the domain of the provider. */
export interface OutsideMemberRecord {
  readonly userId: number;
  readonly name: string;
  readonly role: Role;
  /** What they lack to use the account while single sign-on is required. */
  readonly missing: MissingForAccess | null;
}

export interface AllowedAddressRecord {
  readonly id: string;
  readonly email: string;
}

async function findSsoSettings(on: DatabaseHandle, accountId: number): Promise<SsoSettingsRecord> {
  const select = {
    issuer: true,
    clientId: true,
    domain: true,
    domainToken: true,
    domainVerifiedAt: true,
    state: true,
    allowedAddresses: { select: { id: true, email: true }, orderBy: { email: 'asc' } },
    _count: { select: { identities: true } },
  } as const;
  const found = await on.prisma.ssoProvider.findUnique({ where: { accountId }, select });
  if (found === null)
    return { provider: null, linkedPeople: 0, affectedPeople: 0, outsideMembers: [], allowedAddresses: [] };
  const { allowedAddresses, _count, ...provider } = found;
  const { domain } = provider;
  const affectedPeople = await on.prisma.user.count({ where: boundTo(accountId, domain) });
  const outsideMembers = (await listSsoAccess(on, { accountId }, true))
    .filter(({ email }) => !isAddressIn(email, domain))
    .map(({ userId, name, role, missing }) => ({ userId, name, role, missing }));
  return { provider, linkedPeople: _count.identities, affectedPeople, outsideMembers, allowedAddresses };
}

export interface SuspendedAccountRecord {
  readonly id: number;
  readonly name: string;
  readonly missing: MissingForAccess;
}

/** The accounts that a person belongs to and cannot use, because these require single sign-on. */
async function listSuspendedAccounts(on: DatabaseHandle, userId: number): Promise<SuspendedAccountRecord[]> {
  if ((await on.prisma.accountMembership.count({ where: { userId, suspendedAt: { not: null } } })) === 0)
    return [];
  return (await listSsoAccess(on, { userId })).flatMap(({ accountId: id, accountName: name, missing }) =>
    missing === null ? [] : [{ id, name, missing }],
  );
}

export const reads = { findSsoSettings, listSuspendedAccounts };
