import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@slipway/client';
import { listWorkspaceEvents, MAX_PAGE_SIZE } from '@slipway/contracts';

const POLL_MS = 500;

/** What to look for in the feed. */
export interface SoughtEvent {
  readonly ref: string;
  readonly accountId: string | undefined;
  /** Epoch milliseconds; the event is not older than this. */
  readonly since: number;
  readonly timeoutMs: number;
}

/** The path of the record that an event created, once the feed shows it; null if it does not appear in time. */
export async function findOutcome(client: Client, sought: SoughtEvent): Promise<string | null> {
  const query = {
    since: new Date(sought.since).toISOString(),
    limit: MAX_PAGE_SIZE,
    account_id: sought.accountId,
  };
  for (const end = Date.now() + sought.timeoutMs; Date.now() < end; await sleep(POLL_MS)) {
    const { events } = await client.call(listWorkspaceEvents, { query });
    const found = events.find(({ target_ref }) => target_ref === sought.ref);
    if (found !== undefined) return found.url;
  }
  return null;
}
