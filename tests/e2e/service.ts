import { composeApi } from '@slipway/api';
import type { Database } from '@slipway/db';
import { type ListeningServer, serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { eventually, factories, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import { runWorker } from '@slipway/worker';

/** A running service: ingest, the API and a worker. */
export interface Service {
  readonly ingestUrl: string;
  readonly apiUrl: string;
  readonly make: ReturnType<typeof factories>;
  readonly database: Database;
  readonly process: TestProcess;
}

const anyPort = { host: '127.0.0.1', port: 0 };

/** Posts a webhook as a sender does: retries after a 503, which ingest returns if the machine is too busy. */
export function postWebhook(url: string, init: Omit<RequestInit, 'method'>): Promise<Response> {
  return eventually(`${url} takes the webhook`, async () => {
    const response = await fetch(url, { method: 'POST', ...init });
    return response.status === 503 ? undefined : response;
  });
}

/** Starts every tier on a free port, with the test file's PostgreSQL and Redis databases. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<Service> {
  const context = await testProcess(env);
  const { settings, onClose } = context;
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('test database', () => database.close());
  await runWorker(context);
  const draining = () => false;
  const servers: ListeningServer[] = [];
  for (const app of [await composeIngest(context, draining), composeApi(context, draining)]) {
    const server = await serve(app, anyPort);
    onClose('server', () => server.close());
    servers.push(server);
  }
  const [ingestUrl = '', apiUrl = ''] = servers.map(({ port }) => `http://127.0.0.1:${port}`);
  return { ingestUrl, apiUrl, make: factories(database), database, process: context };
}
