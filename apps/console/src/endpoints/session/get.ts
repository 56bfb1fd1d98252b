import { getSession } from '@slipway/contracts';
import { defineConsoleEndpoint } from '../../console-endpoint.js';
import { presentMembership, presentRailProject } from './present-session.js';

export const endpoint = defineConsoleEndpoint(getSession, async ({ caller, services }) => {
  const { reads, baseUrl } = services;
  const [memberships, projects, defaultId] = await Promise.all([
    reads.listMemberships(caller.userId),
    reads.listRailProjects(caller.userId),
    reads.findDefaultAccountId(caller.userId),
  ]);
  const chosen = memberships.find(({ id }) => id === caller.accountId)?.id;
  const sizeOf = (id: number) => projects.filter(({ accountId }) => accountId === id).length;
  // Somebody who was invited to a studio also has an account of their own: until they choose, they see the larger one.
  const [largest] = memberships.toSorted(
    (a, b) => sizeOf(b.id) - sizeOf(a.id) || Number(b.id === defaultId) - Number(a.id === defaultId),
  );
  const shown = chosen ?? largest?.id ?? defaultId ?? 0;
  return {
    user: caller.user,
    account_id: shown,
    accounts: memberships.map(presentMembership),
    projects: projects.map(presentRailProject),
    base_url: baseUrl,
    waiting_approvals: await reads.countWaitingApprovals(shown),
  };
});
