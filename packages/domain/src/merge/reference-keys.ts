import type { ReferenceReport } from '../deliveries/operations.js';
import { canonicalKey } from '../tasks/tracker-keys.js';
import { compareText } from './compare-text.js';

/** The most keys that are kept of one item besides the one it has now: nobody moves an item so often. */
export const MAX_FORMER_KEYS = 20;

/** The keys by which a report knows its item, in the form they are compared in: the present one and earlier ones. */
export function keysOfReference({ key, formerKeys = [] }: Pick<ReferenceReport, 'key' | 'formerKeys'>): string[] {
  const former = new Set(formerKeys.map(canonicalKey));
  return [...new Set([canonicalKey(key), ...[...former].toSorted(compareText).slice(0, MAX_FORMER_KEYS)])];
}
