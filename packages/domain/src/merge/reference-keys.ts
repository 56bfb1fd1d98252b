import type { ReferenceReport } from '../deliveries/operations.js';
import { canonicalKey } from '../tasks/tracker-keys.js';
import { compareText } from './compare-text.js';

/** The most former keys stored for one tracker item; nobody moves an item more often. */
export const MAX_FORMER_KEYS = 20;

/** A tracker item's current key, then its former ones, each once and in canonical form. */
export function keysOfReference({ key, formerKeys = [] }: Pick<ReferenceReport, 'key' | 'formerKeys'>): string[] {
  const former = new Set(formerKeys.map(canonicalKey));
  return [...new Set([canonicalKey(key), ...[...former].toSorted(compareText).slice(0, MAX_FORMER_KEYS)])];
}
