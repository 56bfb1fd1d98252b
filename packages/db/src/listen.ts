import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@slipway/domain';
import pg from 'pg';

export interface ListenOptions {
  readonly url: string;
  readonly channel: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly onPayload: (payload: string) => void;
  /** Called when listening begins (everything read before may be stale) and when it breaks. */
  readonly onState: (listening: boolean) => void;
}

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** How often the connection is checked: one that died silently does not answer. */
const CHECK_MS = 2_000;
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Listens to a channel of PostgreSQL until closed. It uses a connection of its own, because Prisma cannot LISTEN, and
 * opens another one when it breaks.
 */
export function listen(options: ListenOptions): { close(): Promise<void> } {
  const closing = new AbortController();
  const done = listenUntilClosed(options, closing.signal);
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

async function listenUntilClosed(options: ListenOptions, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await listenOnce(options, closing);
    if (closing.aborted) return;
    options.onState(false);
    await delay(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

async function listenOnce(options: ListenOptions, closing: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: options.name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
    keepAlive: true,
  });
  const broken = new AbortController();
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  client.on('notification', ({ payload }) => options.onPayload(payload ?? ''));
  try {
    await client.connect();
    await client.query(`LISTEN ${options.channel}`);
    options.onState(true);
    const over = AbortSignal.any([closing, broken.signal]);
    while (!over.aborted) {
      await delay(CHECK_MS, undefined, { signal: over }).catch(() => undefined);
      if (!over.aborted) await client.query('SELECT 1');
    }
  } catch {
    // The next round tries again, whatever the error was.
  } finally {
    await withTimeout(CONNECT_TIMEOUT_MS, 'closing a connection', () => client.end()).catch(() => undefined);
  }
}
