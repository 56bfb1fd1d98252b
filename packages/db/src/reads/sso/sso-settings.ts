import { isAddressIn } from '@slipway/domain';
import type { DatabaseHandle } from '../../database.js';
import { boundTo } from '../../stores/sso/sso-providers.js';
import { listSsoAccess } from '../../stores/sso/suspensions.js';

/** Single sign-on of an account, as its owners see it. */
async function findSsoSettings(on: DatabaseHandle, accountId: number) {
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
  /** The people who would need it if it were required. */
  const affectedPeople = await on.prisma.user.count({ where: boundTo(accountId, domain) });
  const outsideMembers = (await listSsoAccess(on, { accountId }, true))
    .filter(({ email }) => !isAddressIn(email, domain))
    .map(({ userId, name, role, missing }) => ({ userId, name, role, missing }));
  return { provider, linkedPeople: _count.identities, affectedPeople, outsideMembers, allowedAddresses };
}

/** The accounts that a person belongs to and cannot use, because these require single sign-on. */
async function listSuspendedAccounts(on: DatabaseHandle, userId: number) {
  if ((await on.prisma.accountMembership.count({ where: { userId, suspendedAt: { not: null } } })) === 0)
    return [];
  return (await listSsoAccess(on, { userId })).flatMap(({ accountId: id, accountName: name, missing }) =>
    missing === null ? [] : [{ id, name, missing }],
  );
}

export const reads = { findSsoSettings, listSuspendedAccounts };
