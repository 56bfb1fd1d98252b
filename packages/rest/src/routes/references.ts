import { type LinkedReference, listReferences, type Reference } from '@slipway/contracts';
import type { LinkedReferenceRecord, ReferenceRecord } from '@slipway/db';
import { sanitizeText, sanitizeUrl } from '@slipway/domain';
import { keysetPage } from '../page.js';
import { presentTime } from '../presenters/present-time.js';
import { defineEndpoint } from '../services.js';

export const list = defineEndpoint(listReferences, async ({ project, query, services }) => {
  const page = keysetPage(services.cursors, { list: listReferences, scope: project.id, query });
  const { provider, state, key, updated_since: updatedSince } = query;
  const references = await services.reads.listReferences(project.id, { provider, state, key, updatedSince }, page);
  const { rows, pagination } = page.end(references, ({ createdAt, id }) => ({ at: createdAt, id }));
  return { references: rows.map(presentReference), pagination };
});

/** Presents a tracker item with the changes and tasks that mention it. */
export function presentReference(reference: ReferenceRecord): Reference {
  return {
    ...presentLinkedReference(reference),
    change_ids: [...reference.changeIds],
    task_ids: [...reference.taskIds],
  };
}

/** A tracker item as shown in a task or change. */
export function presentLinkedReference(reference: LinkedReferenceRecord): LinkedReference {
  return {
    id: reference.id,
    provider: reference.provider,
    key: sanitizeText(reference.key),
    title: sanitizeText(reference.title),
    state: sanitizeText(reference.state),
    url: sanitizeUrl(reference.url),
    assignee_user_id: reference.assigneeUserId,
    updated_at: presentTime(reference.updatedAt),
  };
}
