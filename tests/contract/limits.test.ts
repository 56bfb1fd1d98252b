import { describe, expect, it } from '@jest/globals';
import { callerAddressHeader } from '@slipway/http';
import type { Response } from 'supertest';
import { startApi } from './api.js';

const limited = await startApi({ GENERAL_RATE_LIMIT: '5', TRUST_PROXY: '1' });
const busy = await startApi({ GENERAL_RATE_LIMIT: '64', TRUST_PROXY: '1' });
const untrusting = await startApi({ GENERAL_RATE_LIMIT: '5', TRUST_PROXY: 'off' });

const from = (address: string, path = '/v1/ping') => limited.get(path).set('X-Forwarded-For', address);

describe('the general rate limit', () => {
  it('429: applies to every path, with Retry-After and without X-RateLimit headers', async () => {
    const paths = ['/v1/ping', '/v1/projects', '/v1/nothing-here', '/v1/ping', '/v1/projects'];
    for (const path of paths) expect((await from('192.0.2.1', path)).status).not.toBe(429);
    const { status, body, headers } = await from('192.0.2.1');
    expect(status).toBe(429);
    expect(body).toEqual({ error: 'rate_limited', message: expect.any(String), retry_after: expect.any(Number) });
    expect(Number(headers['retry-after'])).toBe(body.retry_after);
    expect(body.retry_after).toBeGreaterThan(0);
    expect(body.retry_after).toBeLessThanOrEqual(300);
    expect(Object.keys(headers).filter((name) => /ratelimit/i.test(name))).toEqual([]);
    const unauthenticated = await limited.get('/v1/ping', null).set('X-Forwarded-For', '192.0.2.1');
    expect(unauthenticated.status).toBe(429);
  });

  it('counts requests by address', async () => {
    expect((await from('192.0.2.2')).status).toBe(200);
  });

  it('is shared by all processes, and ignores X-Forwarded-For unless TRUST_PROXY is set', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await from('127.0.0.1')).status);
    for (let n = 0; n < 3; n += 1) {
      const spoofed = untrusting.get('/v1/ping').set('X-Forwarded-For', `198.51.100.${n}`);
      statuses.push((await spoofed).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is exact when many requests arrive at once', async () => {
    const requests = Array.from({ length: 100 }, () => busy.get('/v1/ping').set('X-Forwarded-For', '192.0.2.3'));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(64);
    expect(statuses.filter((status) => status === 429)).toHaveLength(36);
  });

  it('counts requests of the MCP server by its caller’s address, if the server knows the secret', async () => {
    const from = (secret: string) => untrusting.get('/v1/ping').set(callerAddressHeader([secret], '203.0.113.5'));
    expect((await from(untrusting.process.settings.APP_SECRET)).status).toBe(200);
    expect((await from('a guessed secret')).status).toBe(429);
  });
});

const LIMIT = 6;
const api = await startApi({ TASK_WRITE_RATE_LIMIT: String(LIMIT) });
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;
const { id: taskId } = await make.task(project);

const freshToken = async () => (await make.apiToken(api.userId)).token;

function expectLimited(response: Response) {
  expect(response.status).toBe(429);
  const wait = Number(response.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(response.body).toEqual({ error: 'rate_limited', message: expect.any(String), retry_after: wait });
}

const limitHeaders = (response: Response) =>
  Object.keys(response.headers).filter((name) => name.includes('ratelimit'));

describe('the rate limit for task writes', () => {
  it('429: counts POST and PATCH together, valid or not, before reading their bodies', async () => {
    const token = await freshToken();
    const attempts = [
      await api.post(base, { task: { title: 'Dock' } }, token),
      await api.patch(`${base}/${taskId}`, { task: { state: 'blocked' } }, token),
      await api.post(base, { task: {} }, token),
      await api.patch(`${base}/2147483647`, { task: {} }, token),
      await api.post(base, { task: { title: 'x'.repeat(1024 * 1024) } }, token),
      await api.post(base, undefined, token).set('Content-Type', 'application/json').send('{'),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([201, 200, 422, 404, 413, 400]);
    for (const response of attempts) expect(limitHeaders(response)).toEqual([]);
    for (const response of [
      await api.post(base, { task: { title: 'Dock' } }, token),
      await api.patch(`${base}/${taskId}`, { nonsense: true }, token),
      await api.post(base, undefined, token).set('Content-Type', 'application/json').send('{'),
    ]) {
      expectLimited(response);
      expect(limitHeaders(response)).toEqual([]);
    }
  });

  it('200: neither counts nor limits reads, and limits each token separately', async () => {
    const token = await freshToken();
    for (let n = 0; n < LIMIT * 2; n += 1) expect((await api.get(base, token)).status).toBe(200);
    for (let n = 0; n < LIMIT; n += 1) await api.post(base, { task: { title: 'Dock' } }, token);
    expectLimited(await api.post(base, { task: { title: 'Dock' } }, token));
    expect((await api.get(base, token)).status).toBe(200);
    expect((await api.post(base, { task: { title: 'Dock' } }, await freshToken())).status).toBe(201);
  });

  it('201: does not count a request refused because of its token, scope, project or account', async () => {
    const { id: tokenId, token } = await make.apiToken(api.userId, { scopes: ['write:tasks'] });
    const lapsed = await make.project(api.accountId);
    for (let n = 0; n < LIMIT; n += 1) {
      expect((await api.post('/v1/projects/2147483647/tasks', {}, token)).status).toBe(404);
    }
    await api.database.prisma.apiToken.update({ where: { id: tokenId }, data: { scopes: ['read:tasks'] } });
    for (let n = 0; n < LIMIT; n += 1) expect((await api.post(base, {}, token)).status).toBe(403);
    await api.database.prisma.apiToken.update({ where: { id: tokenId }, data: { scopes: ['write:tasks'] } });
    await api.database.prisma.account.update({ where: { id: api.accountId }, data: { readOnlyReason: 'demo' } });
    for (let n = 0; n < LIMIT; n += 1) {
      expect((await api.post(`/v1/projects/${lapsed.id}/tasks`, {}, token)).status).toBe(403);
    }
    await api.database.prisma.account.update({ where: { id: api.accountId }, data: { readOnlyReason: null } });
    expect((await api.post(base, { task: { title: 'Dock' } }, token)).status).toBe(201);
  });
});
