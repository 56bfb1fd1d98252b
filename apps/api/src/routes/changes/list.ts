import { listChanges } from '@slipway/contracts';
import { closePage, openPage } from '../../paging.js';
import { presentChange } from '../../present/change.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listChanges, async ({ project, query, services }) => {
  const page = openPage(services.cursors, listChanges, String(project.id), query);
  const filter = {
    identifier: query.identifier,
    sourceType: query.source_type,
    withOrphaned: query.orphaned === true,
    updatedSince: query.updated_since,
  };
  const { rows, pagination } = closePage(
    page,
    await services.reads.listChanges(project.id, filter, page),
    ({ timestamp, id }) => ({ at: timestamp.getTime(), id: String(id) }),
  );
  return { changes: rows.map(presentChange), pagination };
});
