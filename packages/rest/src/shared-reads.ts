import type { ApiReads } from '@slipway/db';
import { type SharedLookups, shareLookups } from '@slipway/http';

/** Reads from the replica are not shared with reads from the primary. */
const lookupsOf = new WeakMap<ApiReads, SharedLookups>();

/**
 * Reads something, or shares what other requests read at the same time under the same key. After a change, all open
 * pages of a project ask for the same rows at once.
 */
export function shareRead<Result>(reads: ApiReads, key: string, read: () => Promise<Result>): Promise<Result> {
  const share = lookupsOf.get(reads) ?? shareLookups();
  lookupsOf.set(reads, share);
  return share(key, read);
}
