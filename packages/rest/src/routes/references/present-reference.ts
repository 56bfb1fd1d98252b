import type { Reference } from '@slipway/contracts';
import type { ReferenceRecord } from '@slipway/db';
import { presentLinkedReference } from '../../presenters/present-linked-reference.js';

/** Presents a tracker item with the changes and tasks that mention it. */
export function presentReference(reference: ReferenceRecord): Reference {
  return {
    ...presentLinkedReference(reference),
    change_ids: [...reference.changeIds],
    task_ids: [...reference.taskIds],
  };
}
