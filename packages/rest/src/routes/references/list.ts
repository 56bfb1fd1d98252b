import { listReferences, type Reference } from '@slipway/contracts';
import type { ReferenceRecord } from '@slipway/db';
import { keysetPage } from '../../page.js';
import { presentLinkedReference } from '../../presenters/present-linked-reference.js';
import { defineEndpoint } from '../../services.js';

export const endpoint = defineEndpoint(listReferences, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listReferences, scope: project.id, query });
  const { provider, state, key, updated_since: updatedSince } = query;
  const references = await services.reads.listReferences(project.id, { provider, state, key, updatedSince }, page);
  const { rows, pagination } = page.end(references, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { references: rows.map(presentReference), pagination };
});

function presentReference(reference: ReferenceRecord): Reference {
  return {
    ...presentLinkedReference(reference),
    change_ids: [...reference.changeIds],
    task_ids: [...reference.taskIds],
  };
}
