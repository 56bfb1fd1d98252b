import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { openIngest } from './ingest.js';

const ingest = await openIngest({ WEBHOOK_AUTH_FAILURE_LIMIT: '1000000' });
const { make, project, send } = ingest;
const jenkins = await make.integration(project, 'jenkins');
const token = { 'x-webhook-token': jenkins.token };

let builds = 0;
/** Opens the log of a new build. */
async function openLog(fields: object = {}, headers: Readonly<Record<string, string>> = token) {
  builds += 1;
  const body = JSON.stringify({ job_name: 'Nightly', build_number: builds, ...fields });
  return send('log', { headers, body });
}

async function newLog(): Promise<string> {
  return String((await openLog()).body['log']);
}

const chunk = (log: string, offset: number | string, body: string | Buffer, headers = {}) =>
  send(`log?log=${log}&offset=${offset}`, { headers: { ...token, ...headers }, body });
const close = (log: string, fields: object = {}) =>
  send(`log?log=${log}`, { headers: token, body: JSON.stringify(fields) });

describe('POST /webhooks/log opens a log', () => {
  it('200: answers its name and where to go on, and the same log if it is open', async () => {
    const opened = await openLog({ step: 'Cook', build_number: 'a1' });
    expect(opened.status).toBe(200);
    expect(opened.body).toEqual({
      status: 'accepted',
      delivery_id: expect.any(String),
      log: expect.stringMatching(/^[0-9a-f]{32}$/),
      next_offset: 0,
    });
    const { log, delivery_id } = opened.body;
    await chunk(String(log), 0, 'abc');
    const again = await openLog({ step: 'Cook', build_number: 'a1' });
    expect([again.status, again.body]).toEqual([200, { status: 'duplicate', delivery_id, log, next_offset: 3 }]);
    const others = [{ step: 'Test' }, { attempt: 2, step: 'Cook' }, {}];
    const logs = await Promise.all(
      others.map(async (other) => (await openLog({ build_number: 'a1', ...other })).body['log']),
    );
    expect(new Set([log, ...logs]).size).toBe(4);
  });

  it.each(['jenkins', 'buildkite', 'game_engine', 'github'])(
    '200: a token of %s, in any place',
    async (provider) => {
      const { token: own } = await make.integration(project, provider);
      const basic = `Basic ${Buffer.from(`slipway:${own}`).toString('base64')}`;
      for (const headers of [{ 'x-webhook-token': own }, { 'x-service-token': own }, { authorization: basic }])
        expect((await openLog({}, headers)).status).toBe(200);
      expect((await send(`log?token=${own}`, { body: '{"job_name":"Nightly","build_number":1}' })).status).toBe(
        200,
      );
    },
  );

  it('401, 403, 404, 413 and 422: names what is wrong', async () => {
    const { token: jira } = await make.integration(project, 'jira');
    const paused = await make.project(project.accountId, { pausedAt: new Date() });
    const { token: pausedToken } = await make.integration(paused, 'jenkins');
    const refusals = [
      await openLog({}, {}),
      await openLog({}, { 'x-webhook-token': 'x' }),
      await openLog({}, { 'x-webhook-token': pausedToken }),
      await openLog({}, { 'x-webhook-token': jira }),
      await openLog({ step: 'x'.repeat(300_000) }),
      await openLog({ job_name: undefined }),
      await openLog({ attempt: 0 }),
      await send('log', { headers: token, body: 'no json' }),
    ];
    expect(refusals.map(({ status, body }) => [status, body['error']])).toEqual([
      [401, 'missing_token'],
      [401, 'invalid_token'],
      [403, 'project_paused'],
      [404, 'no_active_integration'],
      [413, 'payload_too_large'],
      [422, 'malformed_body'],
      [422, 'malformed_body'],
      [422, 'malformed_body'],
    ]);
    expect(refusals[5]?.body['message']).toBe('job_name is required.');
  });
});

describe('POST /webhooks/log takes chunks', () => {
  it('200: in order, and repeated', async () => {
    const log = await newLog();
    const first = await chunk(log, 0, 'one\n');
    expect([first.status, first.body]).toEqual([200, { status: 'accepted', log, next_offset: 4 }]);
    expect((await chunk(log, 0, 'one\n')).body).toEqual({ status: 'duplicate', log, next_offset: 4 });
    expect((await chunk(log, 4, 'two\n')).body).toMatchObject({ status: 'accepted', next_offset: 8 });
  });

  it('200: compressed or not, with offsets of the bytes without compression', async () => {
    const log = await newLog();
    const gzip = { 'content-encoding': 'gzip' };
    expect((await chunk(log, 0, gzipSync('one\n'), gzip)).body).toMatchObject({ next_offset: 4 });
    expect((await chunk(log, 0, 'one\n')).body).toMatchObject({ status: 'duplicate' });
    expect((await chunk(log, 4, Buffer.from([0, 255, 10]))).body).toMatchObject({ next_offset: 7 });
    expect((await chunk(log, 7, 'no gzip', gzip)).status).toBe(422);
  });

  it('409: with other bytes at a known offset, after a gap, and after the end', async () => {
    const log = await newLog();
    await chunk(log, 0, 'one\n');
    const changed = await chunk(log, 0, 'ONE\n');
    expect([changed.status, changed.body]).toEqual([
      409,
      expect.objectContaining({ error: 'changed_chunk', next_offset: 4 }),
    ]);
    expect((await chunk(log, 9, 'x')).body).toMatchObject({ error: 'wrong_offset', next_offset: 4 });
    await close(log, { size: 6 });
    expect((await chunk(log, 4, 'two\n')).body).toMatchObject({ error: 'log_closed', next_offset: 4 });
    expect((await chunk(log, 4, 'tw')).status).toBe(200);
  });

  it('404: of an unknown log, and of one of another integration', async () => {
    const log = await newLog();
    const { token: other } = await make.integration(project, 'jenkins');
    const foreign = await chunk(log, 0, 'one\n', { 'x-webhook-token': other });
    expect([foreign.status, foreign.body['error']]).toEqual([404, 'unknown_log']);
    expect((await chunk('x', 0, 'one\n')).status).toBe(404);
  });

  it('413 and 422: a chunk of more than 4 MiB, also without compression, and an offset that is none', async () => {
    const log = await newLog();
    const large = Buffer.alloc(4 * 1024 * 1024 + 1, 'x');
    expect((await chunk(log, 0, large)).status).toBe(413);
    expect((await chunk(log, 0, gzipSync(large), { 'content-encoding': 'gzip' })).status).toBe(413);
    expect((await chunk(log, 'x', 'one\n')).status).toBe(422);
    expect((await chunk(log, -1, 'one\n')).status).toBe(422);
  });

  it('503 with Retry-After: more than workers have stored', async () => {
    const log = await newLog();
    const chunks = [0, 1, 2].map((index) => ({ offset: index * 3_500_000, body: Buffer.alloc(3_500_000, 'x') }));
    const answers: Awaited<ReturnType<typeof chunk>>[] = [];
    for (const { offset, body } of chunks) answers.push(await chunk(log, offset, body));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 503]);
    expect(answers[2]?.headers.get('retry-after')).toBe('1');
    expect(answers[2]?.body['error']).toBe('queue_unavailable');
  });
});

describe('HEAD /webhooks/log', () => {
  it('200: answers where to go on; 404 for an unknown log', async () => {
    const log = await newLog();
    await chunk(log, 0, 'one\n');
    const head = await send(`log?log=${log}`, { method: 'HEAD', headers: token });
    expect([head.status, head.headers.get('x-next-offset'), head.text]).toEqual([200, '4', '']);
    expect((await send('log?log=x', { method: 'HEAD', headers: token })).status).toBe(404);
    expect((await send(`log?log=${log}`, { method: 'HEAD' })).status).toBe(401);
  });
});

describe('POST /webhooks/log closes a log', () => {
  it('200: with the result and the size, and again if it is closed', async () => {
    const log = await newLog();
    await chunk(log, 0, 'one\n');
    const closed = await close(log, { exit_code: 1, status: 'failed', finished_at: '2026-11-01T12:00:00Z' });
    expect([closed.status, closed.body]).toEqual([
      200,
      { status: 'accepted', delivery_id: expect.any(String), log, size: 4 },
    ]);
    expect((await close(log, { exit_code: 0 })).body).toMatchObject({ status: 'duplicate', size: 4 });
  });

  it('404 and 422: an unknown log, and fields of a wrong type', async () => {
    expect((await close('0'.repeat(32))).status).toBe(404);
    const log = await newLog();
    expect((await close(log, { exit_code: 'x' })).status).toBe(422);
    expect((await close(log, { size: -1 })).status).toBe(422);
  });
});
