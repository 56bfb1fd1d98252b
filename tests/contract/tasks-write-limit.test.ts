import { describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { startApi } from './api.js';

const LIMIT = 6;
const api = await startApi({ TASK_WRITE_RATE_LIMIT: String(LIMIT) });
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;
const { id: taskId } = await make.task(project);

const freshToken = async () => (await make.apiToken(api.userId)).token;

function expectLimited(answer: Response) {
  expect(answer.status).toBe(429);
  const wait = Number(answer.headers['retry-after']);
  expect(wait).toBeGreaterThanOrEqual(1);
  expect(wait).toBeLessThanOrEqual(60);
  expect(answer.body).toEqual({ error: 'rate_limited', message: expect.any(String), retry_after: wait });
}

const limitHeaders = (answer: Response) =>
  Object.keys(answer.headers).filter((name) => name.includes('ratelimit'));

describe('the limit of task writes', () => {
  it('429: POST and PATCH count together, good or bad, and before their bodies are read', async () => {
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
    for (const answer of attempts) expect(limitHeaders(answer)).toEqual([]);
    for (const answer of [
      await api.post(base, { task: { title: 'Dock' } }, token),
      await api.patch(`${base}/${taskId}`, { nonsense: true }, token),
      await api.post(base, undefined, token).set('Content-Type', 'application/json').send('{'),
    ]) {
      expectLimited(answer);
      expect(limitHeaders(answer)).toEqual([]);
    }
  });

  it('200: reads neither count nor are held back, and other tokens go on', async () => {
    const token = await freshToken();
    for (let n = 0; n < LIMIT * 2; n += 1) expect((await api.get(base, token)).status).toBe(200);
    for (let n = 0; n < LIMIT; n += 1) await api.post(base, { task: { title: 'Dock' } }, token);
    expectLimited(await api.post(base, { task: { title: 'Dock' } }, token));
    expect((await api.get(base, token)).status).toBe(200);
    expect((await api.post(base, { task: { title: 'Dock' } }, await freshToken())).status).toBe(201);
  });

  it('201: what is refused for its token, scope, project or account does not count', async () => {
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
