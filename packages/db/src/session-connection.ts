import { withTimeout } from '@slipway/domain';
import pg from 'pg';
import { computed } from './columns.js';
import { defineQuery } from './define-query.js';
import { sql } from './sql.js';

/** A connection for LISTEN and advisory locks, which belong to a PostgreSQL session. */
export interface SessionOptions {
  /** Must lead to the server itself, or to a pooler in session mode. */
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** The longest that connecting, and each statement, may take. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 2_000;

/** A separate client, not yet connected. */
export function sessionClient({ url, name, timeoutMs = TIMEOUT_MS }: SessionOptions): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  });
}

/**
 * Throws if the server's connection is shared with other clients, as in pgBouncer's transaction mode, where
 * notifications would be lost without an error. Behind a pooler, the client and the server report different process
 * ids; if the server then gives the same connection to a second client, the first one does not own it.
 */
export async function requireSession(client: pg.Client, options: SessionOptions): Promise<void> {
  const pid = await backendPid(client);
  if (pid === (client as pg.Client & { readonly processID: number | null }).processID) return;
  const second = sessionClient(options);
  second.on('error', () => undefined);
  try {
    await second.connect();
    if ((await backendPid(second)) === pid) throw new Error(SHARED_CONNECTION);
  } finally {
    await closeSession(second);
  }
}

/** Throws if the URL cannot be used for LISTEN and session locks. */
export async function probeSession(options: SessionOptions): Promise<void> {
  const client = sessionClient(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await requireSession(client, options);
  } finally {
    await closeSession(client);
  }
}

const SHARED_CONNECTION =
  'LISTEN and locks have no effect through a pooler in transaction mode: set DATABASE_DIRECT_URL to PostgreSQL itself';

const backend = defineQuery({
  name: 'process of connection',
  columns: { pid: computed('int4', sql`pg_backend_pid()`) },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select}`,
});

async function backendPid(client: pg.Client): Promise<number | undefined> {
  return (await backend.first(client, null))?.pid;
}

export async function closeSession(client: pg.Client): Promise<void> {
  await withTimeout(TIMEOUT_MS, 'closing a connection', () => client.end()).catch(() => undefined);
}
