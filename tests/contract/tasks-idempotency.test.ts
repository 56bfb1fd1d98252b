import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;

let made = 0;
/** A key of the test's own. */
function freshKey() {
  made += 1;
  return `key-${made}`;
}

function create(key: string, task: Record<string, unknown>, { token = api.token, path = base } = {}) {
  return api.post(path, { task }, token).set('Idempotency-Key', key);
}

const titled = (title: string) => api.database.prisma.task.count({ where: { title } });

const DAY_MS = 86_400_000;

/** Makes a key look as if it had first been used so long ago. */
function age(key: string, ms: number) {
  const data = { createdAt: new Date(Date.now() - ms) };
  return api.database.prisma.idempotencyKey.updateMany({ where: { key }, data });
}

describe('POST /v1/projects/:project_id/tasks with an Idempotency-Key', () => {
  it('201: a retry gets the first answer and makes nothing', async () => {
    const key = freshKey();
    const metadata = { z: 1, a: { y: 'qa@studio.test' }, '': [] };
    const first = await create(key, { title: 'Once', metadata });
    await api.patch(`${base}/${first.body.id}`, { task: { state: 'completed' } });
    const second = await create(key, { title: 'Once', metadata });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers['location']).toBe(first.headers['location']);
    expect(await titled('Once')).toBe(1);
  });

  it('201: a body that says the same in another order is the same', async () => {
    const key = freshKey();
    const first = await create(key, { title: 'Order', metadata: { a: { b: 1, c: 2 }, d: 3 } });
    const second = await create(key, { metadata: { d: 3, a: { c: 2, b: 1 } }, title: 'Order' });
    expect(second.body).toEqual(first.body);
  });

  it('201: of many at once one makes the task, and all get its answer', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key, { title: 'Together' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await titled('Together')).toBe(1);
  });

  it('201: of many at once that take over an expired key, one makes the task', async () => {
    const key = freshKey();
    const first = await create(key, { title: 'Expired' });
    await age(key, DAY_MS);
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(key, { title: 'Expired' })));
    const ids = new Set(answers.map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    expect(ids.has(first.body.id)).toBe(false);
    expect(await titled('Expired')).toBe(2);
  });

  it('201: a key holds for 24 hours, and then for another body too', async () => {
    const key = freshKey();
    const first = await create(key, { title: 'Day' });
    await age(key, DAY_MS - 60_000);
    expect((await create(key, { title: 'Day' })).body).toEqual(first.body);
    await age(key, DAY_MS);
    const next = await create(key, { title: 'Next day' });
    expect([next.status, next.body.title]).toEqual([201, 'Next day']);
    expect((await create(key, { title: 'Next day' })).body).toEqual(next.body);
  });

  it('201: a key counts per token and per path', async () => {
    const key = freshKey();
    const other = await make.project(api.accountId);
    const { token } = await make.apiToken(api.userId);
    const path = `/v1/projects/${other.id}/tasks`;
    const answers = [
      await create(key, { title: 'Scope' }),
      await create(key, { title: 'Scope' }, { token }),
      await create(key, { title: 'Scope' }, { path }),
      await create(key, { title: 'Another body' }, { path, token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  });

  it('201: a failure is not remembered', async () => {
    const key = freshKey();
    const { userId } = await make.member(await make.project(api.accountId));
    const task = { title: 'Failure', user_id: userId };
    expect((await create(key, task)).status).toBe(422);
    await api.database.prisma.projectMembership.create({ data: { projectId: project.id, userId } });
    expect((await create(key, task)).status).toBe(201);
    expect(await titled('Failure')).toBe(1);
  });

  it('201: a retry gets its answer although the assignee has left the project', async () => {
    const key = freshKey();
    const { userId } = await make.member(project);
    const task = { title: 'Left', user_id: userId };
    const first = await create(key, task);
    await api.database.prisma.projectMembership.deleteMany({ where: { userId } });
    expect((await create(key, task)).body).toEqual(first.body);
  });

  it('201: keys of 1 and of 255 visible ASCII characters', async () => {
    for (const key of ['!', '~'.repeat(255)]) expect((await create(key, { title: 'Length' })).status).toBe(201);
  });

  it('422: the same key with another body', async () => {
    const key = freshKey();
    expect((await create(key, { title: 'Reused' })).status).toBe(201);
    for (const task of [{ title: 'Other' }, { title: 'Reused', labels: ['a'] }]) {
      const answer = await create(key, task);
      expect([answer.status, answer.body.error]).toEqual([422, 'idempotency_key_reused']);
      expect(answer.body.message).toEqual(expect.any(String));
    }
    expect(await titled('Other')).toBe(0);
  });

  it.each(['', 'a b', 'x'.repeat(256), 'ü'])('422: the key %j', async (key) => {
    const answer = await create(key, { title: 'Bad key' });
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_parameter']);
    expect(await titled('Bad key')).toBe(0);
  });
});
