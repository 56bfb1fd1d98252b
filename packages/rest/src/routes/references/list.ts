import { listReferences } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentReference } from './present-reference.js';

export const endpoint = defineEndpoint(listReferences, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listReferences, scope: project.id, query });
  const { provider, state, key, updated_since: updatedSince } = query;
  const references = await services.reads.listReferences(project.id, { provider, state, key, updatedSince }, page);
  const { rows, pagination } = page.end(references, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { references: rows.map(presentReference), pagination };
});
