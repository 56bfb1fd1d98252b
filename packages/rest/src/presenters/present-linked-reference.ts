import type { LinkedReference } from '@slipway/contracts';
import type { LinkedReferenceRecord } from '@slipway/db';
import { sanitizeText, sanitizeUrl } from '@slipway/domain';
import { presentTime } from './present-time.js';

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
