import { listChanges } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { defineEndpoint } from '../../services.js';
import { presentChange } from './present-change.js';

export const endpoint = defineEndpoint(listChanges, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listChanges, scope: project.id, query });
  const { identifier, source_type: sourceType, orphaned = false, updated_since: updatedSince } = query;
  const filter = { identifier, sourceType, withOrphaned: orphaned, updatedSince };
  const changes = await services.reads.listChanges(project.id, filter, page);
  const { rows, pagination } = page.end(changes, ({ timestamp, id }) => ({ at: timestamp, id }));
  return { changes: rows.map(presentChange), pagination };
});
