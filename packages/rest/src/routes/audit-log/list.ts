import { listAuditEntries } from '@slipway/contracts';
import { hidePeople } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { auditFilterOf, presentAuditEntry } from './present-audit-entry.js';

export const endpoint = defineEndpoint(listAuditEntries, async ({ caller, query, services }) => {
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
