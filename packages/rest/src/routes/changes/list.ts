import { listChanges } from '@slipway/contracts';
import { keysetPage } from '../../page.js';
import { respondIfChanged } from '../../respond-if-changed.js';
import { defineEndpoint } from '../../services.js';
import { presentChange } from './present-change.js';

export const endpoint = defineEndpoint(listChanges, async (input) => {
  const { project, query, services } = input;
  const page = keysetPage(services.cursors, { list: listChanges, scope: project.id, query });
  const { identifier, source_type: sourceType, orphaned = false, updated_since: updatedSince } = query;
  const filter = { identifier, sourceType, withOrphaned: orphaned, updatedSince };
  return respondIfChanged(input, {
    list: listChanges,
    version: () => services.reads.findChangePageVersion(project.id, filter, page),
    rows: () => services.reads.listChanges(project.id, filter, page),
    versionOf: ({ rowVersion, approvalCount }) => `${rowVersion} ${approvalCount}`,
    present(changes) {
      const { rows, pagination } = page.end(changes, ({ timestamp, id }) => ({ at: timestamp, id }));
      const redactor = services.redactors.of(project);
      return { changes: rows.map((change) => presentChange(change, redactor)), pagination };
    },
  });
});
