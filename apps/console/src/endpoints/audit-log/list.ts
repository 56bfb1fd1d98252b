import { type AuditLogEntry, auditWords, listAuditActions, listAuditLog } from '@slipway/contracts';
import type { AuditEntryRecord } from '@slipway/db';
import { keysetPage, presentTime } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

const actions = listAuditActions().map((action) => ({ action, words: auditWords(action) }));

export const endpoint = defineConsoleEndpoint(listAuditLog, async ({ account, query, services }) => {
  const { reads, cursors } = services;
  const page = keysetPage(cursors, { list: listAuditLog, scope: account.id, query });
  const filter = { userId: query.user_id, action: query.action };
  const [entries, members] = await Promise.all([
    reads.listAuditEntries(account.id, filter, page),
    reads.listAccountMembers(account.id),
  ]);
  const { rows, pagination } = page.end(entries, ({ createdAt, id }) => ({ at: createdAt, id }));
  const people = members.map(({ userId, name }) => ({ user_id: userId, name }));
  return { entries: rows.map(presentEntry), people, actions, pagination };
});

function presentEntry(entry: AuditEntryRecord): AuditLogEntry {
  return {
    id: entry.id,
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
