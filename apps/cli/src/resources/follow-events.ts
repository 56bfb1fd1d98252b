import type { Client } from '@slipway/client';
import { listWorkspaceEvents, type WorkspaceEvent } from '@slipway/contracts';

/** An event may become visible with a time in the past, for example that of a build that ended before its report. */
const OVERLAP_MS = 5 * 60_000;

interface Following {
  readonly client: Client;
  readonly query: Readonly<Record<string, unknown>>;
  sleep(): Promise<void>;
}

/** Yields every event that becomes visible from now on, oldest first, each once. */
export async function* followEvents({ client, query, sleep }: Following): AsyncGenerator<WorkspaceEvent, never> {
  let seen = new Map<string, number>();
  for (let isFirst = true; ; isFirst = false) {
    const since = Date.now() - OVERLAP_MS;
    const recent = await readSince(client, query, since);
    const fresh = isFirst ? [] : recent.filter(({ cursor_key }) => !seen.has(cursor_key));
    const known = [...seen].filter(([, time]) => time >= since);
    seen = new Map([...known, ...recent.map((event) => [event.cursor_key, Date.parse(event.timestamp)] as const)]);
    yield* fresh.toReversed();
    await sleep();
  }
}

async function readSince(client: Client, query: Following['query'], since: number): Promise<WorkspaceEvent[]> {
  const events: WorkspaceEvent[] = [];
  const sent = { query: { ...query, since: new Date(since).toISOString(), limit: 50 } };
  for await (const event of client.paginate(listWorkspaceEvents, sent, (page) => page.events)) events.push(event);
  return events;
}
