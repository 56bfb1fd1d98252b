import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort, startNameServer, startNginx } from '@slipway/local';
import { eventually, factories, openTestDatabase, testProcess } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';
import { newSessionCookie } from '../e2e/console/session-cookie.js';
import { appProcesses } from '../faults/app-process.js';

const GENERAL_LIMIT = 30;
const BODY_LIMIT = 25 * 1024 * 1024;
/** Containers have different addresses and the same port. */
const ADDRESSES = {
  ingest: ['127.0.0.2', '127.0.0.3'],
  api: ['127.0.0.4'],
  console: ['127.0.0.5'],
  mcp: ['127.0.0.6'],
};
/** An address that no container has. */
const GONE = '127.0.0.99';

const context = await testProcess();
const { settings } = context;
const database = openTestDatabase(settings.DATABASE_URL);
context.onClose('test database', () => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const project = await make.project(accountId);
const { token: webhookToken } = await make.integration(project, 'jenkins');
const { token: apiToken } = await make.apiToken(userId);

const upstreamPort = await freePort();
const nameServer = await startNameServer();
afterAll(nameServer.close);
const common = {
  PORT: String(upstreamPort),
  METRICS_PORT: '0',
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  GENERAL_RATE_LIMIT: String(GENERAL_LIMIT),
  API_URL: `http://${ADDRESSES.api[0]}:${upstreamPort}`,
};
const apps = ['ingest', 'api', 'console', 'mcp'] as const;
const starters = new Map(apps.map((app) => [app, appProcesses(app, settings)]));
const start = (app: (typeof apps)[number], host: string) => starters.get(app)!({ ...common, HOST: host });
const configFile = join(checkout, 'infra', 'compose', 'nginx.conf');
const logFile = join(settings.DATA_DIR, 'nginx.log');
const [nginx] = await Promise.all([
  startNginx({ configFile, nameServerPort: nameServer.port, upstreamPort, logFile }),
  ...apps.map((app) => start(app, ADDRESSES[app][0]!)),
]);
afterAll(nginx.stop);
const base = nginx.url;
for (const app of apps) nameServer.set(app, [ADDRESSES[app][0]!]);

const bearer = { authorization: `Bearer ${apiToken}` };
const get = (path: string, headers = {}) => fetch(`${base}${path}`, { headers, redirect: 'manual' });
const report = (body: string | Buffer, headers = {}) =>
  fetch(`${base}/webhooks/ci`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-token': webhookToken, ...headers },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
let builds = 0;
const build = (log = '') => {
  builds += 1;
  return JSON.stringify({ job_name: 'Harbor', build_number: builds, status: 'SUCCESS', log });
};

/** Sets the addresses of a tier, and waits until nginx has looked them up. */
async function resolveTo(app: 'ingest' | 'api', addresses: readonly string[]): Promise<void> {
  nameServer.set(app, addresses);
  const path = app === 'ingest' ? '/webhooks/none' : '/readyz';
  await eventually('nginx resolves the name again', async () => {
    await get(path);
    return nameServer.isKnown(app) || undefined;
  });
}

/** A server that receives requests and dies before it responds, or always sends the same response. */
async function dyingServer(host: string, answer = ''): Promise<{ received: number }> {
  const seen = { received: 0 };
  const server = createServer((socket) =>
    socket
      .on('error', () => undefined)
      .once('data', () => {
        seen.received += 1;
        if (answer === '') socket.destroy();
        else socket.end(answer);
      }),
  );
  server.listen(upstreamPort, host);
  await once(server, 'listening');
  afterAll(() => void server.close());
  return seen;
}

const DYING = ['127.0.0.7', '127.0.0.8'];
const dying = await Promise.all(DYING.map((host) => dyingServer(host)));
const UNREADY = '127.0.0.9';
const unready = await dyingServer(UNREADY, 'HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\n\r\n');

describe('each path goes to its tier', () => {
  it.each([
    ['/webhooks/perforce/verify', 200, { status: 'verified' }],
    ['/webhooks', 404, { error: 'not_found', message: 'No such webhook.' }],
    ['/api/v1/nothing', 404, { error: 'not_found' }],
    ['/readyz', 200, { status: 'ready' }],
    ['/healthz', 200, { status: 'ok' }],
    ['/mcp', 401, { error: 'invalid_token' }],
    ['/mcp/readonly', 401, { error: 'invalid_token' }],
    ['/.well-known/oauth-protected-resource', 200, { bearer_methods_supported: ['header'] }],
    ['/.well-known/oauth-protected-resource/mcp/readonly', 200, { bearer_methods_supported: ['header'] }],
    ['/.well-known/oauth-authorization-server', 200, { response_types_supported: ['code'] }],
    ['/oauth/token', 405, { error: 'invalid_request' }],
  ])('%s: %i', async (path, status, body) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
  });

  it('the API receives its caller’s token, and serves its docs', async () => {
    expect((await get('/api/v1/ping', bearer)).status).toBe(200);
    expect(await (await get('/docs')).text()).toContain('/api/v1/openapi.json');
  });

  it('everything else goes to the console, which redirects to the sign-in page', async () => {
    const response = await get('/projects/1');
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      '/sign-in?return_to=%2Fprojects%2F1',
    ]);
  });

  it.each(['/metrics', '/metrics.json', '/metrics/', '/queues', '/queues/api/queues'])(
    '%s is not exposed',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('slipway_');
    },
  );
});

describe('clients', () => {
  function requestFrom(localAddress: string, options: RequestOptions = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request(`${base}/api/v1/ping`, { localAddress, agent: false, ...options }, (response) => {
        response.resume();
        resolve(response);
      });
      sent.once('error', reject).end();
    });
  }

  it('are counted by their own address, whatever they claim to forward', async () => {
    const statuses = new Set<number | undefined>();
    for (let sent = 0; sent < GENERAL_LIMIT; sent += 1) {
      const headers = { ...bearer, 'x-forwarded-for': `198.51.100.${sent}` };
      statuses.add((await requestFrom('127.0.0.50', { headers })).statusCode);
    }
    expect([...statuses]).toEqual([200]);
    expect((await requestFrom('127.0.0.50', { headers: bearer })).statusCode).toBe(429);
    expect((await requestFrom('127.0.0.51', { headers: bearer })).statusCode).toBe(200);
  });

  it('get a JSON error for a request that nginx cannot read', async () => {
    const response = await requestFrom('127.0.0.1', { headers: { padding: 'x'.repeat(12_000) } });
    expect([response.statusCode, response.headers['content-type']]).toEqual([400, 'application/json']);
  });
});

describe('webhooks', () => {
  it('may have bodies of up to WEBHOOK_BODY_LIMIT', async () => {
    const fill = 'x'.repeat(BODY_LIMIT - build().length);
    builds -= 1;
    const body = build(fill);
    expect(body).toHaveLength(BODY_LIMIT);
    expect((await report(body)).status).toBe(200);
    const refused = await report(`${body} `);
    expect(refused.status).toBe(413);
    expect(await refused.json()).toEqual({ error: 'payload_too_large', message: expect.any(String) });
  });

  it('may be compressed', async () => {
    const response = await report(gzipSync(build('x'.repeat(10_000))), { 'content-encoding': 'gzip' });
    expect(await response.json()).toMatchObject({ status: 'accepted' });
  });

  it('go to the next container if one cannot be reached', async () => {
    await resolveTo('ingest', [GONE, ADDRESSES.ingest[0]!]);
    const statuses = new Set<number>();
    for (let sent = 0; sent < 20; sent += 1) statuses.add((await report(build())).status);
    expect([...statuses]).toEqual([200]);
  });

  it('are not sent twice when a container dies while handling one', async () => {
    await resolveTo('ingest', DYING);
    for (const server of dying) server.received = 0;
    const response = await report(build());
    expect(dying.map(({ received }) => received).toSorted()).toEqual([0, 1]);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({ error: 'queue_unavailable', message: expect.any(String) });
  });

  it('reach a container that was started later', async () => {
    await start('ingest', ADDRESSES.ingest[1]!);
    await resolveTo('ingest', [ADDRESSES.ingest[1]!]);
    expect((await report(build())).status).toBe(200);
  });
});

describe('reads', () => {
  it('go to the next container, even after they were sent', async () => {
    await resolveTo('api', [DYING[0]!, ADDRESSES.api[0]!]);
    for (const server of dying) server.received = 0;
    await eventually('the dying container gets a read', async () => {
      expect((await get('/docs')).status).toBe(200);
      return dying[0]!.received > 0 || undefined;
    });
  });

  it('go to the next container if one answers with 503', async () => {
    await resolveTo('api', [UNREADY, ADDRESSES.api[0]!]);
    await eventually('the container that is not ready gets a read', async () => {
      expect((await get('/docs')).status).toBe(200);
      return unready.received > 0 || undefined;
    });
  });

  it('503: JSON with Retry-After while no container responds', async () => {
    await resolveTo('api', [GONE]);
    const response = await get('/api/v1/ping', bearer);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toEqual({ error: 'unavailable', message: expect.any(String) });
    await resolveTo('api', ADDRESSES.api);
  });
});

it('the log contains no query string, even of a request that failed', async () => {
  const failed = `/webhooks/ci?token=${webhookToken}`;
  await resolveTo('ingest', [GONE]);
  expect((await fetch(`${base}${failed}`, { method: 'POST', body: build() })).status).toBe(503);
  await resolveTo('ingest', ADDRESSES.ingest.slice(0, 1));
  expect((await fetch(`${base}${failed}`, { method: 'POST', body: build() })).status).toBe(200);
  const written = await eventually('both requests are logged', async () => {
    const lines = await readFile(logFile, 'utf8');
    return /POST \/webhooks\/ci 503 /.test(lines) && /POST \/webhooks\/ci 200 /.test(lines) ? lines : undefined;
  });
  expect(written).not.toContain(webhookToken);
});

describe('streams are not buffered', () => {
  async function readUntil(response: Response, expected: string): Promise<void> {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let seen = ''; !seen.includes(expected); ) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`the stream ended without ${expected}: ${seen}`);
      seen += value;
    }
    await reader.cancel();
  }

  it('console live updates', async () => {
    const response = await get('/console/api/stream', { cookie: await newSessionCookie(database, userId) });
    await readUntil(response, 'retry: 1000');
  });

  it('progress of a tool call', async () => {
    const { id } = await make.buildRun(project, { status: 'building' });
    const params = {
      name: 'wait_for_build',
      arguments: { project: String(project.id), build_id: String(id), timeout_seconds: 300 },
      _meta: { progressToken: 1 },
    };
    const response = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    await readUntil(response, 'notifications/progress');
  });
});
