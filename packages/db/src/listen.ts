import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@slipway/domain';
import pg from 'pg';

export interface ListenOptions {
  /** Must lead to the server itself, or to a pooler in session mode. */
  readonly url: string;
  readonly channel: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly onPayload: (payload: string) => void;
  /** Called with null when listening begins (everything read before may be stale), and with the reason when it breaks. */
  readonly onState: (problem: Error | null) => void;
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
    const problem = await listenOnce(options, closing);
    if (closing.aborted) return;
    options.onState(problem);
    await delay(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

function connect({ url, name }: ListenOptions): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
    keepAlive: true,
  });
}

/** Listens until the connection breaks; returns the reason. */
async function listenOnce(options: ListenOptions, closing: AbortSignal): Promise<Error> {
  const client = connect(options);
  const broken = new AbortController();
  const end = (error = new Error('the connection that listens ended')) => broken.abort(error);
  client.on('error', end);
  client.on('end', () => end());
  client.on('notification', ({ payload }) => options.onPayload(payload ?? ''));
  try {
    await client.connect();
    await requireSession(client, options);
    await client.query(`LISTEN ${options.channel}`);
    options.onState(null);
    const over = AbortSignal.any([closing, broken.signal]);
    while (!over.aborted) {
      await delay(CHECK_MS, undefined, { signal: over }).catch(() => undefined);
      if (!over.aborted) await client.query('SELECT 1');
    }
    return broken.signal.reason as Error;
  } catch (error) {
    return error as Error;
  } finally {
    await close(client);
  }
}

/**
 * Throws if the server's connection is shared with others, as in pgBouncer's transaction mode: notifications would be
 * lost without an error. Behind a pooler, a client knows another process id than the server; if the server then gives
 * the same connection to a second client, the first one does not own it.
 */
async function requireSession(client: pg.Client, options: ListenOptions): Promise<void> {
  const pid = await backendPid(client);
  if (pid === (client as pg.Client & { readonly processID: number | null }).processID) return;
  const second = connect(options);
  second.on('error', () => undefined);
  try {
    await second.connect();
    if ((await backendPid(second)) === pid) throw new Error(SHARED_CONNECTION);
  } finally {
    await close(second);
  }
}

const SHARED_CONNECTION =
  'LISTEN has no effect through a pooler in transaction mode: set DATABASE_DIRECT_URL to PostgreSQL itself';

async function backendPid(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}

async function close(client: pg.Client): Promise<void> {
  await withTimeout(CONNECT_TIMEOUT_MS, 'closing a connection', () => client.end()).catch(() => undefined);
}
