import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { connectFailFast, waitForConnection } from '@slipway/queue';
import { type Answer, openIngest } from './ingest.js';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const coded = ({ status, body }: Answer) => [status, body['error']];

/** Sends the head of a request and part of its body over a new connection, and reads the response. */
async function sendHead(port: number, target: string, headers: Readonly<Record<string, string>>, body = '') {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return { socket, text: answer.toString('utf8') };
}

const { send, make, project, port, addSecret, process } = await openIngest();
const redisUrl = process.settings.REDIS_URL;
const stranger = () => randomBytes(32).toString('hex');

describe('before a sender is authenticated', () => {
  it('401, 404, 413: requests are answered before their body has arrived', async () => {
    const large = { 'Content-Length': '20000000' };
    for (const [target, headers, status] of [
      ['/webhooks/ci', large, 401],
      ['/webhooks/ci', { 'Transfer-Encoding': 'chunked' }, 401],
      ['/webhooks/ci?token=short', large, 401],
      [`/webhooks/ci?token=${stranger()}`, large, 404],
      // This endpoint reads a token from the body, but only if the body is small.
      ['/webhooks/perforce', large, 401],
      ['/webhooks/ci', { 'Content-Length': '99000000' }, 413],
    ] as const) {
      const { socket, text } = await sendHead(port, target, headers);
      socket.destroy();
      expect([target, text.split(' ')[1]]).toEqual([target, String(status)]);
      expect(text).toContain('"delivery_id"');
    }
  });

  it('401: a sender gets the answer while it still sends a large body, and the connection stays open', async () => {
    const body = Buffer.alloc(12_000_000, 'x');
    for (let times = 0; times < 3; times += 1) {
      expect(coded(await send('ci', { headers: json, body }))).toEqual([401, 'missing_token']);
    }
  });

  it('202: the token may be in a small body, compressed or not', async () => {
    const { token } = await make.integration(project, 'perforce');
    const bodies = [
      { headers: json, body: JSON.stringify({ change: 71, token }) },
      { headers: form, body: JSON.stringify({ change: 72, token }) },
      { headers: form, body: `changelist=73&token=${token}` },
      { headers: form, body: `payload={change:74}&token=${token}` },
      {
        headers: { ...json, 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify({ change: 75, token })),
      },
    ];
    for (const request of bodies) expect((await send('perforce', request)).status).toBe(202);
  });

  it('401: a large body is not searched for a token', async () => {
    const { token } = await make.integration(project, 'perforce');
    const body = JSON.stringify({ change: 76, token, description: 'x'.repeat(300_000) });
    for (const request of [
      { headers: json, body },
      { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(body) },
    ]) {
      expect(coded(await send('perforce', request))).toEqual([401, 'missing_token']);
    }
    const named = await send('perforce', { headers: { ...json, 'x-service-token': token }, body });
    expect(named.status).toBe(202);
  });

  it.each(['gzip', 'zstd'])(
    '401, 404, 403: take precedence over the 422 for a body that is not %s',
    async (encoding) => {
      const headers = { ...json, 'content-encoding': encoding };
      const paused = await make.project(project.accountId, { pausedAt: new Date() });
      const [resting, signed, open] = await Promise.all([
        make.integration(paused, 'perforce'),
        make.integration(project, 'github'),
        make.integration(project, 'perforce'),
      ]);
      await addSecret(signed.id, 'a secret');
      const answers = await Promise.all(
        [
          'perforce',
          'ci',
          `perforce?token=${stranger()}`,
          `perforce?token=${resting.token}`,
          `github?token=${signed.token}`,
          `perforce?token=${open.token}`,
        ].map((path) => send(path, { headers, body: 'xx' })),
      );
      expect(answers.map(coded)).toEqual([
        [401, 'missing_token'],
        [401, 'missing_token'],
        [404, 'no_active_integration'],
        [403, 'project_paused'],
        [401, 'invalid_signature'],
        [422, 'malformed_body'],
      ]);
    },
  );
});

describe('a body that would take seconds to parse', () => {
  const deep = gzipSync(`{"x":${'['.repeat(6_000_000)}${']'.repeat(6_000_000)}}`);
  const packed = { ...json, 'content-encoding': 'gzip' };

  it('401: is not parsed without a token', async () => {
    expect(coded(await send('perforce', { headers: packed, body: deep }))).toEqual([401, 'missing_token']);
  });

  it('422: is refused because of its shape with a token', async () => {
    const { token } = await make.integration(project, 'perforce');
    const answer = await send(`perforce?token=${token}`, { headers: packed, body: deep });
    expect(coded(answer)).toEqual([422, 'malformed_body']);
    expect(answer.body['message']).toMatch(/nested deeper/);
    const fields = `changelist=1${'&a=1'.repeat(2_000_000)}`;
    const many = await send(`perforce?token=${token}`, { headers: form, body: fields });
    expect(many.body['message']).toMatch(/more than 1000 fields/);
  });
});

describe('a duplicate', () => {
  const issue = (number: number) =>
    JSON.stringify({
      type: 'Issue',
      action: 'create',
      webhookEvent: 'jira:issue_created',
      data: { id: `i-${number}`, identifier: `ENG-${number}` },
      issue: { id: String(number), key: `ENG-${number}` },
      commit_id: `dv.commit.${number}`,
      hook: {},
    });

  it.each([
    ['linear', 'Linear-Delivery'],
    ['jira', 'X-Atlassian-Webhook-Identifier'],
    ['diversion', 'webhook-id'],
    ['github', 'X-GitHub-Delivery'],
  ])('%s: is not detected by a blank %s', async (provider, header) => {
    const { token } = await make.integration(project, provider);
    const deliver = (number: number, id: string) =>
      send(`${provider}?token=${token}`, {
        headers: { ...json, 'x-github-event': 'ping', [header]: id },
        body: issue(number),
      });
    const words: unknown[] = [];
    for (const [number, id] of [
      [1, ''],
      [2, ''],
      [2, ''],
      [3, 'same'],
      [4, 'same'],
      [5, 'x'.repeat(5_000)],
      [6, `${'x'.repeat(5_000)}y`],
      [7, 'x'.repeat(5_000)],
    ] as const) {
      words.push((await deliver(number, id)).body['status']);
    }
    expect(words).toEqual([
      ...['accepted', 'accepted', 'duplicate', 'accepted', 'duplicate', 'accepted', 'accepted', 'duplicate'],
    ]);
  });

  it.each([
    ['ci', 'jenkins', { job_name: 'harbor', status: 'success' }],
    ['deployment', 'deployment', { platform: 'steam', event: 'live' }],
    ['game_engine/build_completed', 'game_engine', {}],
    ['perforce', 'perforce', { changelist: 1 }],
    ['lore', 'lore', { revision: 'a1' }],
  ])('%s: is detected by X-Slipway-Delivery, but not by Idempotency-Key', async (path, provider, body) => {
    const { token } = await make.integration(project, provider);
    const deliver = (header: string, number: number) =>
      send(`${path}?token=${token}`, {
        headers: { ...json, [header]: 'report-1' },
        body: JSON.stringify({ ...body, build_number: number }),
      });
    const words: unknown[] = [];
    for (const [header, number] of [
      ['Idempotency-Key', 1],
      ['Idempotency-Key', 2],
      ['X-Slipway-Delivery', 3],
      ['X-Slipway-Delivery', 3],
      ['X-Slipway-Delivery', 4],
    ] as const) {
      words.push((await deliver(header, number)).body['status']);
    }
    expect(words).toEqual(['accepted', 'accepted', 'accepted', 'duplicate', 'duplicate']);
  });
});

describe('a path without an endpoint', () => {
  it.each([
    ['POST', 'nobody'],
    ['GET', 'github'],
    ['PUT', 'github'],
    ['PATCH', 'github'],
    ['OPTIONS', 'github'],
    ['DELETE', 'ci'],
    ['GET', '%ff/verify'],
    ['POST', '%ff'],
    ['GET', 'nobody/verify'],
  ])('404: %s %s gets a JSON response with a request id', async (method, path) => {
    const { status, body, headers } = await send(path, { method });
    expect([status, body]).toEqual([
      404,
      { error: 'not_found', message: expect.any(String), delivery_id: headers.get('x-request-id') },
    ]);
  });

  it('is logged without the token it contains', async () => {
    const { token } = await make.integration(project, 'github');
    for (const path of [`github%3ftoken=${token}`, `github/${token.toUpperCase()}`]) {
      expect((await send(path, { headers: json, body: '{}' })).status).toBe(404);
    }
    expect(process.logLines.join('').toLowerCase()).not.toContain(token);
  });
});

it('202: accepts a request target in absolute form, as proxies send it', async () => {
  const { token } = await make.integration(project, 'perforce');
  const { socket, text } = await sendHead(
    port,
    `http://hooks.example.com/webhooks/perforce?token=${token}`,
    {
      'Content-Type': 'application/json',
      'Content-Length': '14',
      Connection: 'close',
    },
    '{"change": 90}',
  );
  socket.destroy();
  expect(text).toMatch(/^HTTP\/1.1 202 /);
});

it('a token inside its own payload is not stored in Redis, and duplicates are still detected', async () => {
  const github = await make.integration(project, 'github');
  const mixed = github.token.replace(/[a-f]/g, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter));
  const url = (token: string) => `https://hooks.example.com/webhooks/github?token=${token}`;
  const body = JSON.stringify({
    zen: 'Keep it logically awesome.',
    hook: { config: { url: url(github.token) }, urls: [url(mixed), url(github.token.toUpperCase())] },
  });
  const ping = () =>
    send(`github?token=${github.token}`, { headers: { ...json, 'x-github-event': 'ping' }, body });
  const first = await ping();
  expect([first.status, (await ping()).body]).toEqual([
    200,
    { status: 'duplicate', delivery_id: first.body['delivery_id'] },
  ]);
  const stored = await readRedis(redisUrl);
  expect(stored).toContain('[webhook token]');
  expect(stored.toLowerCase()).not.toContain(github.token);
});

/** All strings, hashes, lists and streams in Redis, as text. */
async function readRedis(url: string): Promise<string> {
  const redis = connectFailFast({ REDIS_URL: url }, () => undefined);
  await waitForConnection(redis, 5_000);
  const keys = await redis.keys('*');
  const values = await Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      if (type === 'hash') return redis.hgetall(key);
      if (type === 'string') return redis.get(key);
      if (type === 'stream') return redis.xrange(key, '-', '+');
      return type === 'list' ? redis.lrange(key, 0, -1) : null;
    }),
  );
  redis.disconnect();
  return JSON.stringify([keys, values]);
}
