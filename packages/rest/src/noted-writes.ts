import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseHandle, noteAccountWrite } from '@slipway/db';
import type { ThrottledLog } from '@slipway/runtime';
import { NOTE_RETRY_MS } from './limits.js';

/** Notes which accounts were written to, for readers of a replica. */
export interface NotedWrites {
  /** Notes a committed write. It never fails, because the write is done even if the note is not. */
  note(accountId: number): Promise<void>;
  /** Whether a write of this process is not noted yet, so that only the primary is certain to have it. */
  isMissing(accountId: number): boolean;
  close(): Promise<void>;
}

const FAILED = 'writes are not noted for the replica';

/** A failed note is retried until it succeeds. */
export function noteWrites(database: DatabaseHandle, log: ThrottledLog): NotedWrites {
  const closing = new AbortController();
  /** How many notes of each account have failed. A retry covers those that had failed when it began. */
  const missing = new Map<number, number>();
  let repeating: Promise<void> | undefined;

  async function repeat(): Promise<void> {
    while (missing.size > 0 && !closing.signal.aborted) {
      await delay(NOTE_RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      for (const [accountId, failures] of [...missing]) {
        const isNoted = await noteAccountWrite(database, accountId).then(
          () => true,
          () => false,
        );
        if (isNoted && missing.get(accountId) === failures) missing.delete(accountId);
      }
    }
    if (missing.size === 0) log.resolve(FAILED, 'writes are noted for the replica again');
    repeating = undefined;
  }

  return {
    async note(accountId) {
      try {
        await noteAccountWrite(database, accountId);
      } catch (error) {
        missing.set(accountId, (missing.get(accountId) ?? 0) + 1);
        log.warn({ err: error }, FAILED);
        repeating ??= repeat();
      }
    },
    isMissing: (accountId) => missing.has(accountId),
    async close() {
      closing.abort();
      await repeating;
    },
  };
}
