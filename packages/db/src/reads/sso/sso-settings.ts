import type { SsoState } from '@slipway/contracts';
import type { DatabaseHandle } from '../../database.js';

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
}

async function findSsoSettings({ prisma }: DatabaseHandle, accountId: number): Promise<SsoSettingsRecord> {
  const select = {
    issuer: true,
    clientId: true,
    domain: true,
    domainToken: true,
    domainVerifiedAt: true,
    state: true,
  } as const;
  const provider = await prisma.ssoProvider.findUnique({ where: { accountId }, select });
  const linkedPeople = await prisma.ssoIdentity.count({ where: { accountId } });
  const affectedPeople = await prisma.accountMembership.count({
    where: { accountId, role: 'member', user: { memberships: { none: { role: 'owner' } } } },
  });
  return { provider, linkedPeople, affectedPeople };
}

export const reads = { findSsoSettings };
