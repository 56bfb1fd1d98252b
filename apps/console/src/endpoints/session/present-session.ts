import type { ConsoleAccount, ConsoleProject, Health } from '@slipway/contracts';
import type { MembershipRecord, SidebarProjectRecord } from '@slipway/db';
import { type Redactor, redactName } from '@slipway/domain';

export function presentMembership(account: MembershipRecord): ConsoleAccount {
  const { id, prefixedId, name, plan, role, readOnlyReason } = account;
  return { id, prefixed_id: prefixedId, name, plan, role, read_only_reason: readOnlyReason };
}

export function presentSidebarProject(
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
