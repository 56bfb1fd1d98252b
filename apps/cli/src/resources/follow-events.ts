import type { Client } from '@slipway/client';
import { listWorkspaceEvents, MAX_PAGE_SIZE, type WorkspaceEvent } from '@slipway/contracts';

/** An event may become visible with a time in the past, for example that of a build that ended before its report. */
const OVERLAP_MS = 5 * 60_000;

interface Feed {
  readonly client: Client;
  readonly query: Readonly<Record<string, unknown>>;
}

interface Following extends Feed {
  /** Events that are not new. */
  readonly known: readonly WorkspaceEvent[];
  sleep(): Promise<void>;
}

/** The events of the last minutes. Read before what is shown first, they tell old events from those that follow. */
export async function readRecentEvents({ client, query }: Feed): Promise<WorkspaceEvent[]> {
  const events: WorkspaceEvent[] = [];
  const since = new Date(Date.now() - OVERLAP_MS).toISOString();
  const sent = { query: { ...query, since, limit: MAX_PAGE_SIZE } };
  for await (const event of client.paginate(listWorkspaceEvents, sent, (page) => page.events)) events.push(event);
  return events;
}

/** Yields every event that becomes visible and is not known, oldest first, each once. */
export async function* followEvents({ known, sleep, ...feed }: Following): AsyncGenerator<WorkspaceEvent, never> {
  let seen = new Set(known.map(({ cursor_key }) => cursor_key));
  for (;;) {
    await sleep();
    const recent = await readRecentEvents(feed);
    yield* recent.filter(({ cursor_key }) => !seen.has(cursor_key)).toReversed();
    // Events that have left the window are not read again, so they need not be remembered.
    seen = new Set(recent.map(({ cursor_key }) => cursor_key));
  }
}
