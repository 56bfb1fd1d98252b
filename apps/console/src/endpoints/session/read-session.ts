import type { ConsoleSession } from '@slipway/contracts';
import type { MembershipRecord, SidebarProjectRecord } from '@slipway/db';
import type { ConsoleCaller } from '../../console-endpoint.js';
import { redactorsOf } from '../../redactors-of.js';
import type { ConsoleServices } from '../../services.js';
import { presentMembership, presentSidebarProject } from './present-session.js';

type Reader = Pick<ConsoleCaller, 'userId' | 'accountId' | 'user'>;

/** What the frame of every page shows to a signed-in user. */
export async function readSession(
  { userId, accountId, user }: Reader,
  services: ConsoleServices,
): Promise<ConsoleSession> {
  const { reads, baseUrl, deliveryRetentionDays, signUp } = services;
  const [memberships, suspended, projects, defaultId, preference] = await Promise.all([
    reads.listMemberships(userId),
    reads.listSuspendedAccounts(userId),
    reads.listSidebarProjects(userId),
    reads.findDefaultAccountId(userId),
    reads.findNotificationPreference(userId),
  ]);
  const redactorOf = await redactorsOf(
    services,
    projects.map(({ id }) => id),
  );
  const stale = await findStaleMainBuilds(services, projects);
  const chosen = memberships.find(({ id }) => id === accountId)?.id;
  const shown = chosen ?? preferredAccount(memberships, projects, defaultId) ?? 0;
  return {
    user,
    time_zone: preference?.timezone || null,
    account_id: shown,
    accounts: memberships.map(presentMembership),
    suspended_accounts: suspended.map((account) => ({ ...account })),
    projects: projects.map((project) => presentSidebarProject(project, redactorOf(project.id), stale)),
    base_url: baseUrl,
    can_create_accounts: signUp !== 'off',
    delivery_retention_days: deliveryRetentionDays,
    waiting_approvals: await reads.countWaitingDecisions(shown),
  };
}

/** The builds of main jobs that no longer count as running. */
async function findStaleMainBuilds(
  { reads, clock }: ConsoleServices,
  projects: readonly SidebarProjectRecord[],
): Promise<ReadonlySet<number>> {
  const accountIds = new Set(projects.map(({ accountId }) => accountId));
  const found = await Promise.all(
    [...accountIds].map((accountId) => {
      const builds = projects.flatMap(({ lastId: id, lastStatus: status, ...project }) =>
        project.accountId === accountId && id !== null && status !== null ? [{ id, status }] : [],
      );
      return reads.findStaleBuilds(accountId, builds, clock.now());
    }),
  );
  return new Set(found.flatMap((ids) => [...ids]));
}

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
