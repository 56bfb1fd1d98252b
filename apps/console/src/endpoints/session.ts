import {
  type ConsoleAccount,
  type ConsoleProject,
  type ConsoleSession,
  endCurrentSession,
  getSession,
  type Health,
  switchAccount,
} from '@slipway/contracts';
import { chooseSessionAccount, endSession, type MembershipRecord, type SidebarProjectRecord } from '@slipway/db';
import { type Redactor, redactName } from '@slipway/domain';
import { type ConsoleCaller, defineConsoleEndpoint, done } from '../console-endpoint.js';
import { redactorsOf } from '../redactors-of.js';
import type { ConsoleServices } from '../services.js';

export const get = defineConsoleEndpoint(getSession, ({ caller, services }) => readSession(caller, services));

export const switchAccountEndpoint = defineConsoleEndpoint(
  switchAccount,
  async ({ caller, account, services }) => {
    await chooseSessionAccount(services.database, caller.sessionId, account.id);
    return done;
  },
);

export const end = defineConsoleEndpoint(endCurrentSession, async ({ caller, services }) => {
  await endSession(services.database, caller.userId, caller.sessionId);
  return done;
});

function presentMembership(account: MembershipRecord): ConsoleAccount {
  const { id, prefixedId, name, plan, role, readOnlyReason } = account;
  return { id, prefixed_id: prefixedId, name, plan, role, read_only_reason: readOnlyReason };
}

function presentSidebarProject(
  project: SidebarProjectRecord,
  redactor: Redactor,
  stale: ReadonlySet<number>,
): ConsoleProject {
  const { id, accountId, name, engine } = project;
  return {
    id,
    account_id: accountId,
    name,
    engine,
    state: stateOf(project),
    ...presentHealth(project, redactor, stale),
  };
}

function stateOf({ archivedAt, pausedAt }: SidebarProjectRecord): ConsoleProject['state'] {
  if (archivedAt !== null) return 'archived';
  return pausedAt === null ? 'active' : 'paused';
}

const HEALTH_OF: Readonly<Record<string, Health>> = {
  completed: 'ok',
  failed: 'bad',
  passed_pending_approval: 'warn',
  queued: 'active',
  preparing: 'active',
  building: 'active',
};

const WORDS: Readonly<Record<Health, string>> = {
  ok: 'passed',
  bad: 'failed',
  warn: 'waiting for approval',
  active: 'running',
  idle: 'cancelled',
};

function presentHealth(
  project: SidebarProjectRecord,
  redactor: Redactor,
  stale: ReadonlySet<number>,
): { health: Health; health_label: string } {
  const { lastId, lastStatus, lastJob } = project;
  const state = stateOf(project);
  // Nothing is reported to such a project, so its last build says nothing about today.
  if (state !== 'active') return { health: 'idle', health_label: state === 'archived' ? 'Archived' : 'Paused' };
  if (lastId === null || lastStatus === null) return { health: 'idle', health_label: 'No builds yet' };
  const name = redactName(lastJob ?? '', redactor);
  if (stale.has(lastId)) return { health: 'idle', health_label: `${name}: last build is stale` };
  const health = HEALTH_OF[lastStatus] ?? 'idle';
  return { health, health_label: `${name}: last build ${WORDS[health]}` };
}

type Reader = Pick<ConsoleCaller, 'userId' | 'accountId' | 'user'>;

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
