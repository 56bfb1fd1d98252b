import { setTimeout as delay } from 'node:timers/promises';
import { closeSession, requireSession, sessionClient } from './session-connection.js';

export interface ListenOptions {
  /** Must lead to the server itself, or to a pooler in session mode. */
  readonly url: string;
  readonly channel: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly onPayload: (payload: string) => void;
  /** Called with null when listening begins (earlier reads may be stale), and with the reason when it breaks. */
  readonly onState: (problem: Error | null) => void;
}

const RETRY_MS = 500;
/** How often to check the connection, to notice one that died silently. */
const CHECK_MS = 2_000;

/**
 * Listens to a PostgreSQL channel until closed. Uses its own connection, because Prisma cannot LISTEN, and opens a new
 * one when it breaks.
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

/** Listens until the connection breaks; returns the reason. */
async function listenOnce(options: ListenOptions, closing: AbortSignal): Promise<Error> {
  const client = sessionClient(options);
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
    await closeSession(client);
  }
}
