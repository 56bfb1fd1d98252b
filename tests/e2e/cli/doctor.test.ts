import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { serve } from '@slipway/http';
import { freePort } from '@slipway/local';
import { routeTiers } from '@slipway/standalone';
import { eventually, factories, openTestDatabase, type TestProcess, testProcess } from '@slipway/testing';
import { composeTiers } from '../observability/tiers.js';
import { commandLine } from './command-line.js';
import { startOtherServer } from './other-server.js';

const context = await testProcess({ GENERAL_RATE_LIMIT: '1000000' });
const database = openTestDatabase(context.settings.DATABASE_URL);
context.onClose('test database', () => database.close());
const make = factories(database);
const { userId } = await make.studio();
const { token } = await make.apiToken(userId);

/** All tiers on one port. */
async function serveTiers(of: TestProcess): Promise<string> {
  const apps = await composeTiers(of);
  const server = await serve(routeTiers({ ...apps, operations: apps.api }), { host: '127.0.0.1', port: 0 });
  of.onClose('server', () => server.close());
  return `http://127.0.0.1:${server.port}`;
}

const host = await serveTiers(context);
const newHost = await serveTiers(await testProcess());
const { slipway } = await commandLine({ SLIPWAY_HOST: host, SLIPWAY_TOKEN: token });

/** A server with a self-signed certificate that is valid for this many days. */
async function startTls(days: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-tls-'));
  const openssl = (...args: string[]) => promisify(execFile)('openssl', args, { cwd: folder });
  await openssl(
    ...'req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost'.split(' '),
    ...'-keyout key -out request'.split(' '),
  );
  await openssl(...`x509 -req -in request -signkey key -out certificate -days ${days}`.split(' '));
  const [cert, key] = await Promise.all(['certificate', 'key'].map((name) => readFile(join(folder, name))));
  await rm(folder, { recursive: true });
  const tls = createServer({ cert: cert!, key: key! }, (_request, response) => {
    response.end('{"status":"ok"}');
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  context.onClose('TLS server', () => void tls.close());
  return `https://127.0.0.1:${(tls.address() as AddressInfo).port}`;
}

const secured = { expired: await startTls(0), selfSigned: await startTls(30) };
// Certificates store times in whole seconds.
await delay(1_100);

interface Finding {
  readonly check: string;
  readonly state: string;
  readonly text: string;
  readonly remedy: string;
}

async function examine(env: Readonly<Record<string, string>> = {}, ...args: string[]) {
  const { code, out } = await slipway(['doctor', '--json', 'check,state,text,remedy', ...args], { env });
  const findings = JSON.parse(out) as Finding[];
  for (const { state, remedy } of findings) expect(remedy === '').toBe(state === 'ok');
  return { code, findings, bad: findings.filter(({ state }) => state !== 'ok') };
}

const answer = (date: Date, body: object = { status: 'ok' }) =>
  startOtherServer((request, response) => {
    response.setHeader('date', date.toUTCString());
    if (request.url === '/readyz') response.statusCode = 503;
    response.end(JSON.stringify(request.url === '/readyz' ? { not_ready: ['database', 'migrations'] } : body));
  });

describe('slipway doctor', () => {
  it('finds no problem in a healthy service, and names the scopes of the token', async () => {
    // On a busy machine, a tier may need a moment to become ready.
    const { findings } = await eventually('the service is healthy', async () => {
      const examined = await examine();
      return examined.code === 0 ? examined : undefined;
    });
    expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        'address',
        'clock',
        'readiness',
        'webhooks',
        'console',
        'assistants',
        'version',
        'token',
      ]),
    );
    expect(findings.find(({ check }) => check === 'token')?.text).toContain('read:builds');
  });

  it('finds no problem in the console of a new service, which has no account yet', async () => {
    const { findings } = await examine({ SLIPWAY_HOST: newHost });
    expect(findings.filter(({ check }) => check === 'console')).toMatchObject([{ state: 'ok' }]);
  });

  it('formats for people in a terminal, and writes plain lines to a pipe', async () => {
    const shown = await slipway(['doctor'], { columns: 100, env: { NO_COLOR: '1' } });
    expect(shown.out).toMatch(/^ok +address +http:\S+ answers\.$/m);
    const coloured = await slipway(['doctor'], { columns: 100, env: { CLICOLOR_FORCE: '1' } });
    expect(coloured.out).toContain('\u001B[32mok');
    const piped = await slipway(['doctor']);
    expect(piped.out).toMatch(/^ok\taddress\thttp:\S+ answers\.\t$/m);
  });

  it('reports that nothing is listening at the URL', async () => {
    const { code, bad } = await examine({ SLIPWAY_HOST: `http://127.0.0.1:${await freePort()}` });
    expect(code).toBe(1);
    expect(bad).toEqual([
      {
        check: 'address',
        state: 'problem',
        text: expect.stringContaining('ECONNREFUSED'),
        remedy: expect.stringContaining('Nothing is listening there'),
      },
    ]);
  });

  it('reports where the URL redirects to', async () => {
    const other = await startOtherServer((_request, response) => {
      response.writeHead(301, { location: 'https://slipway.example.com/healthz' }).end();
    });
    const { bad } = await examine({ SLIPWAY_HOST: other.address });
    expect(bad).toMatchObject([
      { check: 'address', remedy: expect.stringContaining('--host https://slipway.example.com') },
    ]);
  });

  it('reports that another program answers', async () => {
    const other = await startOtherServer((_request, response) => void response.end('<h1>It works!</h1>'));
    expect((await examine({ SLIPWAY_HOST: other.address })).bad).toMatchObject([
      { check: 'address', text: expect.stringContaining('not Slipway') },
    ]);
  });

  it('reports a wrong clock, what is not ready, and tiers missing from the proxy', async () => {
    const other = await answer(new Date(Date.now() - 600_000));
    const { code, bad } = await examine({ SLIPWAY_HOST: other.address });
    expect(code).toBe(1);
    expect(bad).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          check: 'clock',
          state: 'problem',
          text: expect.stringMatching(/differ by (?:599|60\d) s/),
        }),
        expect.objectContaining({ check: 'readiness', text: 'The service is not ready: database, migrations.' }),
        expect.objectContaining({ check: 'assistants', text: '/mcp answers 200 instead of 401.' }),
        expect.objectContaining({ check: 'version', state: 'problem' }),
      ]),
    );
  });

  it('reports that the token has expired or is missing', async () => {
    const expired = await make.apiToken(userId, { expiresAt: new Date(Date.now() - 1_000) });
    const refused = await examine({ SLIPWAY_TOKEN: expired.token });
    expect(refused.code).toBe(1);
    expect(refused.bad).toContainEqual(
      expect.objectContaining({ check: 'token', text: 'The service rejected the token.' }),
    );
    const none = await examine({ SLIPWAY_TOKEN: '' });
    expect(none.bad).toContainEqual(expect.objectContaining({ check: 'token', state: 'warning' }));
  });

  it('warns about a token that expires soon', async () => {
    const soon = await make.apiToken(userId, { expiresAt: new Date(Date.now() + 3.5 * 86_400_000) });
    expect((await examine({ SLIPWAY_TOKEN: soon.token })).bad).toContainEqual(
      expect.objectContaining({
        check: 'token',
        state: 'warning',
        text: expect.stringContaining('another 3 days'),
      }),
    );
  });

  it('reports an expired or untrusted certificate', async () => {
    const states: string[][] = [];
    for (const address of [secured.expired, secured.selfSigned]) {
      const { bad } = await examine({ SLIPWAY_HOST: address });
      states.push(bad.map(({ check, text }) => `${check}: ${text}`));
    }
    expect(states).toEqual([
      [expect.stringMatching(/^certificate: The certificate expired on 20/)],
      ['certificate: The certificate is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT.'],
    ]);
  });

  it('rates the queues by the metrics of a worker', async () => {
    const metrics = await startOtherServer((_request, response) => {
      const lines = ['slipway_queue_age_seconds{shard="0",lane="steady"} 90', 'slipway_dead_letters_open 2'];
      response.end([...lines, 'slipway_queue_depth{shard="1",lane="flood",state="failed"} 1', ''].join('\n'));
    });
    const { code, bad } = await examine({}, '--metrics', metrics.address);
    expect(code).toBe(1);
    expect(bad).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ check: 'queue', state: 'problem' }),
        expect.objectContaining({ check: 'failed envelopes', state: 'problem' }),
        expect.objectContaining({
          check: 'dead letters',
          state: 'warning',
          text: 'There are 2 dead letters.',
        }),
      ]),
    );
    const none = await examine({}, '--metrics', `${host}/healthz`);
    expect(none.bad).toContainEqual(
      expect.objectContaining({ check: 'queue', text: 'No worker reports the queues.' }),
    );
  });
});
