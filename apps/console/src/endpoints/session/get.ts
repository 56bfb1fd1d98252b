import { getSession } from '@slipway/contracts';
import type { MembershipRecord, SidebarProjectRecord } from '@slipway/db';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentMembership, presentSidebarProject } from './present-session.js';

export const endpoint = defineConsoleEndpoint(getSession, async ({ caller, services }) => {
  const { reads, baseUrl, deliveryRetentionDays } = services;
  const [memberships, projects, defaultId] = await Promise.all([
    reads.listMemberships(caller.userId),
    reads.listSidebarProjects(caller.userId),
    reads.findDefaultAccountId(caller.userId),
  ]);
  const chosen = memberships.find(({ id }) => id === caller.accountId)?.id;
  const shown = chosen ?? preferredAccount(memberships, projects, defaultId) ?? 0;
  return {
    user: caller.user,
    account_id: shown,
    accounts: memberships.map(presentMembership),
    projects: projects.map(presentSidebarProject),
    base_url: baseUrl,
    delivery_retention_days: deliveryRetentionDays,
    waiting_approvals: await reads.countWaitingApprovals(shown),
  };
});

/**
 * Chooses the account that a browser shows first: the default one if it has projects. A user who was invited to a
 * studio also has an account of their own, which may stay empty; in that case, the busiest account that is not
 * read-only.
 */
function preferredAccount(
  memberships: readonly MembershipRecord[],
  projects: readonly SidebarProjectRecord[],
  defaultId: number | null,
): number | null {
  const sizeOf = (id: number) => projects.filter(({ accountId }) => accountId === id).length;
  if (defaultId !== null && sizeOf(defaultId) > 0) return defaultId;
  const [busiest] = memberships.toSorted(
    (a, b) => Number(a.readOnlyReason !== null) - Number(b.readOnlyReason !== null) || sizeOf(b.id) - sizeOf(a.id),
  );
  return busiest?.id ?? defaultId;
}
