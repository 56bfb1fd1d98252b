import type { ConsoleAccount, ConsoleProject, Health } from '@slipway/contracts';
import type { MembershipRecord, SidebarProjectRecord } from '@slipway/db';
import { isStaleBuild, type Redactor, redactName } from '@slipway/domain';

export function presentMembership(account: MembershipRecord): ConsoleAccount {
  const { id, prefixedId, name, plan, role, readOnlyReason } = account;
  return { id, prefixed_id: prefixedId, name, plan, role, read_only_reason: readOnlyReason };
}

export function presentSidebarProject(
  project: SidebarProjectRecord,
  redactor: Redactor,
  now: number,
): ConsoleProject {
  const { id, accountId, name, engine } = project;
  return {
    id,
    account_id: accountId,
    name,
    engine,
    state: stateOf(project),
    ...presentHealth(project, redactor, now),
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
  now: number,
): { health: Health; health_label: string } {
  const { lastStatus, lastJob, lastUpdatedAt } = project;
  const state = stateOf(project);
  // Nothing is reported to such a project, so its last build says nothing about today.
  if (state !== 'active') return { health: 'idle', health_label: state === 'archived' ? 'Archived' : 'Paused' };
  if (lastStatus === null) return { health: 'idle', health_label: 'No builds yet' };
  const name = redactName(lastJob ?? '', redactor);
  // An unfinished build is the last one only if no build of the job has passed, so that it has no usual time.
  const build = { status: lastStatus, updatedAt: lastUpdatedAt ?? new Date(now), usualSeconds: null };
  if (isStaleBuild(build, now)) return { health: 'idle', health_label: `${name}: no news of the last build` };
  const health = HEALTH_OF[lastStatus] ?? 'idle';
  return { health, health_label: `${name}: last build ${WORDS[health]}` };
}
