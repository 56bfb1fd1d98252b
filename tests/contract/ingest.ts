import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Database } from '@slipway/db';
import { appSecretsOf, sealSecret } from '@slipway/domain';
import { type ListeningServer, serve } from '@slipway/http';
import { composeIngest } from '@slipway/ingest';
import { createMetrics, type Settings } from '@slipway/runtime';
import { type Factories, factories, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';

/** The response to a webhook. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** Ingest on the test file's own PostgreSQL and Redis. */
export interface TestIngest {
  readonly make: Factories;
  readonly database: Database;
  readonly process: TestProcess;
  readonly project: { readonly id: number; readonly accountId: number };
  /** The port ingest listens on, on this machine. */
  readonly port: number;
  /** Sends to `/webhooks/<path>`. */
  send(path: string, request: Request): Promise<Answer>;
  /** Gives an integration a signing secret. */
  addSecret(integrationId: number, secret: string): Promise<void>;
}

/** Await it at the top level of a test file. */
export async function openIngest(env: Readonly<Record<string, string>> = {}): Promise<TestIngest> {
  const process = await testProcess(env);
  const { settings, onClose } = process;
  const database = openTestDatabase(settings.DATABASE_URL);
  onClose('test database', () => database.close());
  const context = { ...process, metrics: createMetrics() };
  const server: ListeningServer = await serve(await composeIngest(context, () => false), {
    host: '127.0.0.1',
    port: 0,
  });
  onClose('server', () => server.close());
  const make = factories(database);
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  return {
    make,
    database,
    process,
    project,
    port: server.port,
    async send(path, { method = 'POST', headers = {}, body }) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/webhooks/${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, headers: answer.headers, text, body: text === '' ? {} : JSON.parse(text) };
    },
    addSecret: (integrationId, secret) => addSecret({ database, settings }, integrationId, secret),
  };
}

/** Gives an integration a signing secret. */
export async function addSecret(
  { database, settings }: { database: Database; settings: Settings },
  integrationId: number,
  secret: string,
): Promise<void> {
  const { ciphertext, fingerprint } = sealSecret(appSecretsOf(settings), integrationId, secret);
  await database.prisma.integrationSecret.create({ data: { integrationId, ciphertext, fingerprint } });
}

/** A delivery as made by a sender. */
export interface Sample {
  readonly name: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly outcome: 'applied' | 'ignored' | 'malformed';
}

const root = join(import.meta.dirname, '..', '..', 'packages', 'providers', 'src', 'providers');

/** Every reviewed sample of every provider. */
export function readSamples(): Sample[] {
  return readdirSync(root).flatMap((folder) =>
    readdirSync(join(root, folder, 'samples'))
      .filter((file) => file.endsWith('.json') && !file.endsWith('.expected.json'))
      .map((file) => readSample(folder.replaceAll('-', '_'), join(root, folder, 'samples', file))),
  );
}

function readSample(provider: string, path: string): Sample {
  const { endpoint, headers = {}, body, rawBody } = JSON.parse(readFileSync(path, 'utf8'));
  const { outcome } = JSON.parse(readFileSync(path.replace(/json$/, 'expected.json'), 'utf8'));
  const contentType = rawBody === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  return {
    name: `${provider}/${basename(path, '.json')}`,
    provider,
    endpoint,
    headers: { 'content-type': contentType, ...headers },
    body: rawBody ?? JSON.stringify(body),
    outcome,
  };
}
