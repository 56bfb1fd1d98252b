import type { Client } from '@slipway/client';
import { listWorkspaceEvents, MAX_PAGE_SIZE, type WorkspaceEvent } from '@slipway/contracts';

/** An event may appear with a time in the past, for example if a build ended before it was reported. */
const OVERLAP_MS = 5 * 60_000;

interface Feed {
  readonly client: Client;
  readonly query: Readonly<Record<string, unknown>>;
}

interface Following extends Feed {
  /** Events that existed already, which are not yielded. */
  readonly known: readonly WorkspaceEvent[];
  sleep(): Promise<void>;
}

/** The events of the last few minutes. Read them before the first output to distinguish old events from new ones. */
export async function readRecentEvents({ client, query }: Feed): Promise<WorkspaceEvent[]> {
  const events: WorkspaceEvent[] = [];
  const since = new Date(Date.now() - OVERLAP_MS).toISOString();
  const sent = { query: { ...query, since, limit: MAX_PAGE_SIZE } };
  for await (const event of client.paginate(listWorkspaceEvents, sent, (page) => page.events)) events.push(event);
  return events;
}

/** Yields each new event once, oldest first. */
export async function* followEvents({ known, sleep, ...feed }: Following): AsyncGenerator<WorkspaceEvent, never> {
  let seen = new Set(known.map(({ cursor_key }) => cursor_key));
  for (;;) {
    await sleep();
    const recent = await readRecentEvents(feed);
    yield* recent.filter(({ cursor_key }) => !seen.has(cursor_key)).toReversed();
    // Events outside the window are not read again, so forget them.
    seen = new Set(recent.map(({ cursor_key }) => cursor_key));
  }
}
