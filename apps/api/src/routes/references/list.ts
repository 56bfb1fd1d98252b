import { listReferences } from '@slipway/contracts';
import { closePage, openPage } from '../../paging.js';
import { presentReference } from '../../present/reference.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listReferences, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listReferences, String(project.id), query);
  const { provider, state, key, updated_since: updatedSince } = query;
  const found = await services.reads.listReferences(project.id, { provider, state, key, updatedSince }, page);
  const { rows, pagination } = closePage(page, found, ({ createdAt, id }) => ({
    at: createdAt.getTime(),
    id: String(id),
  }));
  return { references: rows.map(presentReference), pagination };
});
