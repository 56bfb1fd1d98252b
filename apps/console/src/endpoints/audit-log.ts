import { type AuditLogEntry, auditWords, checkAuditLog, listAuditActions, listAuditLog } from '@slipway/contracts';
import type { AuditEntryRecord } from '@slipway/db';
import { auditFilterOf, keysetPage, presentHash, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../console-endpoint.js';

const actions = listAuditActions().map((action) => ({ action, words: auditWords(action) }));

export const list = defineConsoleEndpoint(listAuditLog, async ({ caller, account, query, services }) => {
  const { reads, cursors } = services;
  const page = keysetPage(cursors, { list: listAuditLog, scope: account.id, query });
  const [entries, members, joined] = await Promise.all([
    reads.listAuditEntries(account.id, auditFilterOf(query), page),
    reads.listAccountMembers(account.id),
    reads.listProjects(caller.userId),
  ]);
  const { rows, pagination } = page.end(entries, ({ createdAt, id }) => ({ at: createdAt, id }));
  const people = members.map(({ userId, name }) => ({ user_id: userId, name }));
  const projects = joined
    .filter(({ accountId }) => accountId === account.id)
    .map(({ id, name }) => ({ project_id: id, name }));
  return { entries: rows.map(presentEntry), people, projects, actions, pagination };
});

function presentEntry(entry: AuditEntryRecord): AuditLogEntry {
  return {
    id: entry.id,
    position: entry.position ?? 0,
    hash: presentHash(entry.hash),
    created_at: presentTime(entry.createdAt),
    user_id: entry.userId,
    user_name: entry.userName ?? '',
    action: entry.action,
    words: auditWords(entry.action),
    target: entry.target,
    detail: entry.detail,
    project_id: entry.projectId,
    project_name: entry.projectName,
    ip_address: entry.ipAddress,
    user_agent: entry.userAgent,
  };
}

export const check = defineConsoleEndpoint(checkAuditLog, async ({ account, services }) => {
  const { entries, problems } = await services.reads.checkAuditLog(account.id);
  return { entries, problems: problems.map((problem) => ({ ...problem })) };
});
