import type { DecisionResult } from '@slipway/contracts';
import { parseUuid } from '@slipway/domain';
import { ApiError } from '@slipway/http';

/** Reads the ids in a request, without repetitions. Refuses text that is not an id. */
export function readApprovalIds(sent: readonly string[]): string[] {
  const ids = sent.map(parseUuid);
  if (!ids.every((id) => id !== null)) {
    const details = [{ path: 'approval_ids', message: 'must contain approval ids' }];
    throw new ApiError('invalid_parameter', { message: 'approval_ids must contain ids.', extra: { details } });
  }
  return [...new Set(ids)];
}

interface Outcomes {
  readonly changed: readonly string[];
  readonly self_approval?: readonly string[];
  readonly unknown_author?: readonly string[];
  readonly failed?: readonly string[];
}

export function splitDecided(
  ids: readonly string[],
  { changed, self_approval: own = [], unknown_author: unknown = [], failed = [] }: Outcomes,
): DecisionResult {
  const known = new Set([...changed, ...own, ...unknown, ...failed]);
  const skipped = ids.filter((id) => !known.has(id));
  return { changed: [...changed], skipped, own: [...own], unknown_author: [...unknown], failed: [...failed] };
}
