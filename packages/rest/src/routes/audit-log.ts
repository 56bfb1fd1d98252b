import {
  type AUDIT_FILTERS,
  type AuditEntry,
  auditWords,
  listAuditEntries,
  type ParameterValues,
} from '@slipway/contracts';
import type { AuditEntryRecord, AuditFilter } from '@slipway/db';
import { type HiddenPeople, hidePeople, redactText } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint } from '../services.js';

export const list = defineEndpoint(listAuditEntries, async ({ caller, query, services }) => {
  const page = keysetPage(services.cursors, { list: listAuditEntries, scope: caller.userId, query });
  const { projectIds } = caller;
  const workspace = found(await services.reads.findWorkspace(caller.userId, query.account_id, projectIds));
  if (workspace.role !== 'owner') throw new ApiError('owner_required');
  const reads = services.readsOf(workspace);
  if (query.project_id !== undefined) {
    const isVisible = projectIds === null || projectIds.includes(query.project_id);
    found(isVisible ? await reads.findWorkspaceProject(workspace.accountId, query.project_id) : null);
  }
  const filter = { ...auditFilterOf(query), visibleProjects: projectIds ?? undefined };
  const [entries, members] = await Promise.all([
    reads.listAuditEntries(workspace.accountId, filter, page),
    reads.listMemberNames(workspace.accountId),
  ]);
  const { rows, pagination } = page.end(entries, ({ createdAt, id }) => ({ at: createdAt, id }));
  const people = hidePeople(members);
  return { entries: rows.map((entry) => presentAuditEntry(entry, people)), pagination };
});

/** The filters of a request as the read takes them. */
export function auditFilterOf(query: ParameterValues<typeof AUDIT_FILTERS>): AuditFilter {
  const { user_id: userId, action, project_id: projectId, since, until } = query;
  return { userId, action, projectId, since, until };
}

/**
 * Actions whose target is a person, or may contain a person's name: a personal account has the name of its owner, and a
 * login in another tool is often a name. Former members are not among the people to hide.
 */
const ABOUT_PEOPLE = /^(member|profile|connected_account|account)\.|^project\.(add|remove)_member$/;

/** An entry as programs see it: with user ids, without names and email addresses. */
export function presentAuditEntry(entry: AuditEntryRecord, people: HiddenPeople): AuditEntry {
  const isAboutPeople = ABOUT_PEOPLE.test(entry.action);
  const { name: _, ...anonymous } = entry.detail;
  return {
    id: entry.id,
    position: entry.position ?? 0,
    created_at: presentTime(entry.createdAt),
    user_id: entry.userId,
    action: entry.action,
    description: auditWords(entry.action),
    target: isAboutPeople ? '' : redactText(entry.target, people),
    detail: hideIn(isAboutPeople ? anonymous : entry.detail, people) as AuditEntry['detail'],
    project_id: entry.projectId,
    ip_address: entry.ipAddress,
    user_agent: redactText(entry.userAgent, people),
    hash: presentHash(entry.hash),
  };
}

/** A hash in hexadecimal; empty for an entry that has none. */
export function presentHash(hash: Uint8Array | null): string {
  return hash === null ? '' : Buffer.from(hash).toString('hex');
}

function hideIn(value: unknown, people: HiddenPeople): unknown {
  if (typeof value === 'string') return redactText(value, people);
  if (Array.isArray(value)) return value.map((item) => hideIn(item, people));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hideIn(item, people)]));
}
