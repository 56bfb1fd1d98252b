import { listChangeFiles } from '@slipway/contracts';
import { parseLargeRowId, sanitizePath } from '@slipway/domain';
import { found } from '@slipway/http';
import { keysetPage } from '@slipway/rest';
import { defineConsoleEndpoint } from '../../console-endpoint.js';

export const endpoint = defineConsoleEndpoint(listChangeFiles, async ({ project, params, query, services }) => {
  const changeId = found(parseLargeRowId(params.change_id));
  const page = keysetPage(services.cursors, { list: listChangeFiles, scope: changeId, query });
  const after = page.after && Buffer.from(page.after.id, 'hex').toString();
  const search = { projectId: project.id, changeId, text: query.q, after, count: page.count };
  const files = await services.reads.searchChangeFiles(search);
  // Paths are unique within a change, so the list needs no time to order them. Cursors hold no other text than ids.
  const idOf = (path: string) => Buffer.from(path).toString('hex');
  const { rows, pagination } = page.end(files, ({ path }) => ({ at: new Date(0), id: idOf(path) }));
  return { files: rows.map(({ path, action }) => ({ path: sanitizePath(path), action })), pagination };
});
