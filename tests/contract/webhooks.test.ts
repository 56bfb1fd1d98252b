import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { openIngest } from './ingest.js';

const ingest = await openIngest({ WEBHOOK_BODY_LIMIT: '400000', WEBHOOK_AUTH_FAILURE_LIMIT: '1000000' });
const { send, make, project } = ingest;
const jenkins = await make.integration(project, 'jenkins');
const perforce = await make.integration(project, 'perforce');
const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
let numbers = 0;

function report(fields: Record<string, unknown> = {}) {
  numbers += 1;
  return JSON.stringify({ job_name: 'Harbor', build_number: numbers, status: 'SUCCESS', ...fields });
}

const ci = (body: string | Buffer, headers: Record<string, string> = {}) =>
  send('ci', { headers: { ...json, 'x-webhook-token': jenkins.token, ...headers }, body });
const p4 = (body: string, headers: Record<string, string> = form) =>
  send('perforce', { headers: { ...headers, 'x-service-token': perforce.token }, body });

/** Asks the service to close the connection after the answer, as many scripts do. Resolves with the status. */
async function sendOverOneConnection(body: Buffer): Promise<number | undefined> {
  const headers = { ...json, 'x-webhook-token': jenkins.token, 'content-length': body.length };
  const sending = request(`http://127.0.0.1:${ingest.port}/webhooks/ci`, {
    method: 'POST',
    agent: false,
    headers,
  });
  sending.end(body);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('POST /webhooks/…', () => {
  it('200: returns the delivery id and the request id of an accepted delivery', async () => {
    const answer = await ci(report());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'accepted', delivery_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('200: the token may be in a header, in a Basic password or in the query string', async () => {
    const basic = Buffer.from(`jenkins:${jenkins.token}`).toString('base64');
    const answers = await Promise.all([
      ci(report()),
      send('jenkins', { headers: { ...json, authorization: `Basic ${basic}` }, body: report() }),
      send(`ci?token=${jenkins.token.toUpperCase()}`, { headers: json, body: report() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('200, 202, 401: an empty token counts as no token', async () => {
    const empty = {
      ...json,
      'x-webhook-token': '',
      authorization: `Basic ${Buffer.from('jenkins:').toString('base64')}`,
    };
    const inQuery = await send(`ci?token=${jenkins.token}`, { headers: empty, body: report() });
    expect([inQuery.status, inQuery.body['status']]).toEqual([200, 'accepted']);
    const inBody = await send('perforce?token=', {
      headers: { ...json, 'x-service-token': '' },
      body: JSON.stringify({ change: 1104, token: perforce.token }),
    });
    expect([inBody.status, inBody.body['status']]).toEqual([202, 'accepted']);
    const nowhere = await send('ci?token=', { headers: empty, body: report() });
    expect([nowhere.status, nowhere.body['error']]).toEqual([401, 'missing_token']);
  });

  it('202: perforce accepts a form, JSON, a token in the body and the plugin’s own format', async () => {
    const answers = [
      await p4('changelist=1001&timestamp=2026-11-01T10:00:00Z'),
      await p4('{"changelist":"1002"}', json),
      await send('perforce', { headers: form, body: `changelist=1003&token=${perforce.token}` }),
      await send('perforce', { headers: json, body: JSON.stringify({ change: 1004, token: perforce.token }) }),
      await p4('payload={change:1005,p4port:"p4.example.com:1666"}', json),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
  });

  it('200: returns the id of the first delivery for a duplicate', async () => {
    const body = report();
    const first = await ci(body);
    const again = await ci(body);
    expect([again.status, again.body]).toEqual([
      200,
      { status: 'duplicate', delivery_id: first.body['delivery_id'] },
    ]);
    const changelist = 'changelist=1100';
    const accepted = await p4(changelist);
    const repeated = await p4(changelist);
    expect([accepted.status, repeated.status, repeated.body['status']]).toEqual([202, 200, 'duplicate']);
    const other = await make.integration(project, 'jenkins');
    const elsewhere = await send(`ci?token=${other.token}`, { headers: json, body });
    expect(elsewhere.body['status']).toBe('accepted');
  });

  it('200: of fifty identical simultaneous deliveries, one is accepted and the others are its duplicates', async () => {
    const body = report();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ci(body)));
    const words = answers.map((answer) => answer.body['status']);
    expect(words.filter((word) => word === 'accepted')).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body['delivery_id'])).size).toBe(1);
  });

  it('401: a missing or malformed token is refused', async () => {
    const missing = await send('ci', { headers: json, body: report() });
    expect([missing.status, missing.body['error']]).toEqual([401, 'missing_token']);
    for (const token of ['short', 'g'.repeat(64), `${jenkins.token}0`]) {
      const answer = await ci(report(), { 'x-webhook-token': token });
      expect([answer.status, answer.body['error']]).toEqual([401, 'invalid_token']);
    }
    const wrongHeader = await send('perforce', {
      headers: { ...form, 'x-webhook-token': perforce.token },
      body: 'changelist=1',
    });
    expect(wrongHeader.body['error']).toBe('missing_token');
  });

  it('404: an unknown or inactive token, or one of another provider, is refused; an API token gets 401', async () => {
    const inactive = await make.integration(project, 'jenkins', { active: false });
    for (const token of ['0'.repeat(64), inactive.token, perforce.token]) {
      const answer = await ci(report(), { 'x-webhook-token': token });
      expect([answer.status, answer.body['error']]).toEqual([404, 'no_active_integration']);
    }
    const { userId } = await make.studio();
    const { token } = await make.apiToken(userId);
    expect((await ci(report(), { 'x-webhook-token': token })).status).toBe(401);
  });

  it('403: paused and archived projects accept nothing', async () => {
    for (const [field, error] of [
      ['pausedAt', 'project_paused'],
      ['archivedAt', 'project_archived'],
    ] as const) {
      const still = await make.project(project.accountId, { [field]: new Date() });
      const { token } = await make.integration(still, 'jenkins');
      const answer = await ci(report(), { 'x-webhook-token': token });
      expect([answer.status, answer.body['error']]).toEqual([403, error]);
    }
  });

  it('404: a path that is not an endpoint', async () => {
    for (const path of ['nobody', 'ci/nothing', 'game_engine', 'game_engine/other']) {
      const answer = await send(`${path}?token=${jenkins.token}`, { headers: json, body: '{}' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('413: a body over the limit, compressed or not', async () => {
    const large = report({ note: 'x'.repeat(500_000) });
    const answers = await Promise.all([ci(large), ci(gzipSync(large), { 'content-encoding': 'gzip' })]);
    for (const { status, body } of answers) expect([status, body['error']]).toEqual([413, 'payload_too_large']);
    // A sender that is still sending must receive the response, not a broken connection.
    const huge = Buffer.alloc(8_000_000, 'x');
    for (let times = 0; times < 5; times += 1) expect((await ci(huge)).status).toBe(413);
    for (let times = 0; times < 5; times += 1) expect(await sendOverOneConnection(huge)).toBe(413);
  });

  it('422: the response names the problem with the body', async () => {
    const cases: [string, RegExp][] = [
      ['', /not valid JSON/],
      ['{', /not valid JSON/],
      ['[]', /must be a JSON object/],
      ['null', /must be a JSON object/],
      ['{}', /job_name is required/],
      [report({ job_name: 7 }), /job_name/],
      [report({ build_number: { n: 1 } }), /build_number/],
      [report({ status: undefined }), /status is required/],
      [`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, /nested deeper/],
    ];
    for (const [body, message] of cases) {
      const answer = await ci(body);
      expect([body.slice(0, 40), answer.status, answer.body['error']]).toEqual([
        body.slice(0, 40),
        422,
        'malformed_body',
      ]);
      expect(answer.body['message']).toMatch(message);
    }
    const unreadable = [
      await ci('not gzip', { 'content-encoding': 'gzip' }),
      await ci(report(), { 'content-encoding': 'zip' }),
      await ci(report(), { 'content-type': 'application/json; charset=klingon' }),
      await p4('changelist=%25changelist%25'),
      await p4('changelist=0'),
      await p4('changelist=-5'),
      await p4('other=1'),
    ];
    expect(unreadable.map(({ status }) => status)).toEqual(Array(7).fill(422));
  });

  it('422: GitHub requires X-GitHub-Event', async () => {
    const github = await make.integration(project, 'github');
    const answer = await send(`github?token=${github.token}`, { headers: json, body: '{}' });
    expect([answer.status, answer.body['error']]).toEqual([422, 'malformed_body']);
    expect(answer.body['message']).toContain('X-GitHub-Event');
  });

  it('200: other charsets, gzip, a byte order mark, NUL, lone surrogates and big integers are accepted', async () => {
    const utf16 = Buffer.from(report(), 'utf16le');
    const answers = [
      await ci(utf16, { 'content-type': 'application/json; charset=utf-16le' }),
      await ci(gzipSync(report()), { 'content-encoding': 'gzip' }),
      await ci(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(report())])),
      await ci(report({ branch: 'a\u0000b', note: '\ud800' })),
      await ci(report().replace(/"build_number":\d+/, '"build_number":9007199254740993')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });
});

describe('handshakes', () => {
  it('monday: the challenge is returned without a signature', async () => {
    const monday = await make.integration(project, 'monday');
    await ingest.addSecret(monday.id, 'signing-secret');
    const answer = await send(`monday?token=${monday.token}`, { headers: json, body: '{"challenge":"abc"}' });
    expect([answer.status, answer.body]).toEqual([200, { challenge: 'abc' }]);
  });

  it('trello: HEAD gets 200 for a valid token', async () => {
    const trello = await make.integration(project, 'trello');
    expect((await send(`trello?token=${trello.token}`, { method: 'HEAD' })).status).toBe(200);
    expect((await send('trello', { method: 'HEAD' })).status).toBe(401);
  });

  it.each(['asana', 'ci', 'perforce'])('%s: HEAD gets 404, as GET does', async (path) => {
    const { token } = await make.integration(project, path === 'ci' ? 'jenkins' : path);
    const answers = await Promise.all(['HEAD', 'GET'].map((method) => send(`${path}?token=${token}`, { method })));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });
});
