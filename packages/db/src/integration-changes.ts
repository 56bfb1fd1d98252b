import { setTimeout as delay } from 'node:timers/promises';
import { withTimeout } from '@slipway/domain';
import pg from 'pg';

/** An integration, or all of a project's, that changed. */
export type IntegrationChange = { readonly integrationId: number } | { readonly projectId: number };

export interface IntegrationChangesOptions {
  readonly url: string;
  readonly onChange: (change: IntegrationChange) => void;
  /** Told when listening begins (everything known before may be stale) and when it breaks. */
  readonly onState: (listening: boolean) => void;
}

const CHANNEL = 'slipway_integrations';
const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** A connection that died silently is noticed by asking it. */
const ASK_EVERY_MS = 2_000;
const ANSWER_LIMIT_MS = 2_000;

/** Listens for changes of integrations until closed, over a connection of its own that is made anew when it breaks. */
export function listenForIntegrationChanges(options: IntegrationChangesOptions): { close(): Promise<void> } {
  const closing = new AbortController();
  const done = keepListening(options, closing.signal);
  return {
    async close() {
      closing.abort();
      await done;
    },
  };
}

async function keepListening(options: IntegrationChangesOptions, closing: AbortSignal): Promise<void> {
  while (!closing.aborted) {
    await listenOnce(options, closing);
    options.onState(false);
    await delay(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
  }
}

async function listenOnce(options: IntegrationChangesOptions, closing: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'slipway-ingest-listen',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    keepAlive: true,
  });
  const broken = new AbortController();
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  client.on('notification', ({ payload }) => options.onChange(readChange(payload ?? '')));
  try {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    options.onState(true);
    const over = AbortSignal.any([closing, broken.signal]);
    while (!over.aborted) {
      await delay(ASK_EVERY_MS, undefined, { signal: over }).catch(() => undefined);
      if (!over.aborted) await client.query('SELECT 1');
    }
  } catch {
    // Whatever broke it, the next round tries again.
  } finally {
    await withTimeout(CONNECT_TIMEOUT_MS, 'closing a connection', () => client.end()).catch(() => undefined);
  }
}

function readChange(payload: string): IntegrationChange {
  return payload.startsWith('p') ? { projectId: Number(payload.slice(1)) } : { integrationId: Number(payload) };
}
