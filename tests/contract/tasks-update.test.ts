import { describe, expect, it } from '@jest/globals';
import { TASK_STATES, type TaskDetail } from '@slipway/contracts';
import { runs } from '@slipway/testing';
import fc from 'fast-check';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;

async function update(id: number, task: Record<string, unknown>): Promise<TaskDetail> {
  const { status, body } = await api.patch(`${base}/${id}`, { task });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

const read = async (id: number): Promise<TaskDetail> => (await api.get(`${base}/${id}`)).body;

describe('PATCH /v1/projects/:project_id/tasks/:id', () => {
  it('200: changes only the fields that were sent, and returns the detail', async () => {
    const past = new Date('2026-10-01T00:00:00Z');
    const { id } = await make.task(project, {
      labels: ['ui'],
      metadata: { a: 1 },
      createdAt: past,
      updatedAt: past,
    });
    const before = await read(id);
    const after = await update(id, { state: 'in_progress', priority: 'critical' });
    expect(after).toEqual({ ...before, state: 'in_progress', priority: 'critical', updated_at: after.updated_at });
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at));
    expect(await read(id)).toEqual(after);
  });

  it('200: a task can move from any state to any other', async () => {
    const { id } = await make.task(project);
    for (const from of TASK_STATES) {
      for (const to of TASK_STATES) {
        await update(id, { state: from });
        expect((await update(id, { state: to })).state).toBe(to);
      }
    }
  });

  it.each([
    ['no fields', {}],
    [
      'its current values',
      { title: 'Same', labels: ['a'], metadata: { c: 2, b: 1 }, state: 'to_do', user_id: null },
    ],
    [
      'its current metadata and the field that the server adds',
      { metadata: { b: 1, c: 2, via_api_token_id: 666 } },
    ],
  ])('200: an update with %s leaves updated_at unchanged', async (_, fields) => {
    const { id } = await make.task(project, { title: 'Same', labels: ['a'], metadata: { b: 1, c: 2 } });
    const before = await read(id);
    expect(await update(id, fields)).toEqual(before);
  });

  it('200: every edit increases updated_at, even if it is in the future', async () => {
    const future = new Date(Date.now() + 86_400_000);
    const { id } = await make.task(project, { updatedAt: future });
    const times: string[] = [future.toISOString()];
    for (const priority of ['low', 'high', 'low']) times.push((await update(id, { priority })).updated_at);
    expect(times).toEqual([...new Set(times)].toSorted());
  });

  it('200: setting one assignee clears the other', async () => {
    const { userId } = await make.member(project);
    const { id } = await make.task(project);
    const cases = [
      [{ user_id: userId }, { user_id: userId, assignee_handle: null }],
      [{ assignee_handle: 'bot' }, { user_id: null, assignee_handle: 'bot' }],
      [{ user_id: null }, { user_id: null, assignee_handle: 'bot' }],
      [{ user_id: userId }, { user_id: userId, assignee_handle: null }],
      [{ assignee_handle: null }, { user_id: userId, assignee_handle: null }],
      [
        { assignee_handle: 'bot', user_id: null },
        { user_id: null, assignee_handle: 'bot' },
      ],
      [
        { assignee_handle: null, user_id: userId },
        { user_id: userId, assignee_handle: null },
      ],
      [
        { assignee_handle: null, user_id: null },
        { user_id: null, assignee_handle: null },
      ],
    ];
    for (const [sent, expected] of cases) expect(await update(id, sent ?? {})).toMatchObject(expected ?? {});
  });

  it('200: description_append adds a line, even to a description in the same request', async () => {
    const { id } = await make.task(project);
    expect((await update(id, { description_append: 'one' })).description).toBe('one');
    expect((await update(id, { description_append: 'two\nthree' })).description).toBe('one\ntwo\nthree');
    expect((await update(id, { description_append: 'b', description: 'a' })).description).toBe('a\nb');
    expect((await update(id, { description_append: 'b', description: '' })).description).toBe('b');
  });

  it('200: replaces metadata as a whole, and keeps the token that created the task', async () => {
    const { id: tokenId, token } = await make.apiToken(api.userId);
    const { id } = (await api.post(base, { task: { title: 'Dock', metadata: { a: 1 } } }, token)).body;
    expect((await update(id, { metadata: { b: 2, via_api_token_id: 666 } })).metadata).toEqual({
      b: 2,
      via_api_token_id: tokenId,
    });
  });

  it('200: links and unlinks tracker items when the text changes', async () => {
    const [first, second] = [await make.reference(project), await make.reference(project)];
    const { id } = await make.task(project);
    const keys = async (fields: object) => (await update(id, { ...fields })).references.map(({ key }) => key);
    expect(await keys({ title: `Fix ${first.key}` })).toEqual([first.key]);
    expect(await keys({ description: `See ${second.key}` })).toEqual([first.key, second.key]);
    expect(await keys({ state: 'blocked' })).toEqual([first.key, second.key]);
    expect(await keys({ title: 'Dock' })).toEqual([second.key]);
    expect(await keys({ description: '' })).toEqual([]);
  });

  it('200: simultaneous edits all take effect', async () => {
    const { id } = await make.task(project);
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const edits = [
      { state: 'blocked' },
      { priority: 'low' },
      ...lines.map((line) => ({ description_append: line })),
    ];
    const updates = await Promise.all(edits.map((edit) => update(id, edit)));
    const { state, priority, description, updated_at } = await read(id);
    expect({ state, priority }).toEqual({ state: 'blocked', priority: 'low' });
    expect(description.split('\n').toSorted()).toEqual(lines.toSorted());
    const times = updates.map((task) => task.updated_at).toSorted();
    expect(new Set(times).size).toBe(updates.length);
    expect(times.at(-1)).toBe(updated_at);
  });

  it("404: does not change another project's task", async () => {
    const other = await make.project(api.accountId);
    const { id } = await make.task(other);
    expect((await api.patch(`${base}/${id}`, { task: { state: 'blocked' } })).status).toBe(404);
    expect((await api.database.prisma.task.findUniqueOrThrow({ where: { id } })).state).toBe('to_do');
  });

  it('422: an invalid body, even if the task does not exist', async () => {
    const { userId: stranger } = await make.studio();
    for (const task of [{ state: 'done' }, { user_id: stranger }]) {
      expect((await api.patch(`${base}/2147483647`, { task })).status).toBe(422);
    }
  });

  it('422: a description_append that makes the description too long changes nothing', async () => {
    const { id } = await make.task(project, { description: '🎮'.repeat(65_530) });
    expect((await update(id, { description_append: '12345' })).description).toHaveLength(65_530 * 2 + 6);
    const before = await read(id);
    const { status, body } = await api.patch(`${base}/${id}`, {
      task: { description_append: '1', state: 'blocked' },
    });
    expect([status, body.error]).toEqual([422, 'invalid_parameter']);
    expect(body.details).toEqual([{ path: 'task.description_append', message: expect.any(String) }]);
    expect(await read(id)).toEqual(before);
  });

  it('422: a malformed description_append', async () => {
    const { id } = await make.task(project);
    for (const value of [1, null, [], {}, '', '\0']) {
      const { status, body } = await api.patch(`${base}/${id}`, { task: { description_append: value } });
      expect([value, status, body.error]).toEqual([value, 422, 'invalid_parameter']);
    }
  });
});

describe('the text and metadata of a task', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
    .filter((value) => !value.includes('\0'));
  const task = fc.record({
    title: text,
    description: text,
    labels: fc.uniqueArray(text, { maxLength: 5 }),
    metadata: fc.dictionary(
      text.filter((key) => key !== 'via_api_token_id'),
      fc.jsonValue({ maxDepth: 3 }),
    ),
  });

  it('are returned as they were written, by POST, PATCH and GET', async () => {
    const { id } = await make.task(project);
    const send = {
      post: (written: object) => api.post(base, { task: written }),
      patch: (written: object) => api.patch(`${base}/${id}`, { task: written }),
    };
    const property = fc.asyncProperty(fc.constantFrom('post', 'patch'), task, async (method, written) => {
      const { status, body } = await send[method](written);
      if (status === 422) return expect(JSON.stringify(written.metadata)).toMatch(/\\u0000|\\ud/);
      expect(status).toBe(method === 'post' ? 201 : 200);
      const { via_api_token_id: _, ...metadata } = body.metadata;
      const { title, description, labels } = body;
      expect({ title, description, labels, metadata }).toEqual(JSON.parse(JSON.stringify(written)));
      expect(await read(body.id)).toEqual(body);
    });
    await fc.assert(property, runs(100));
  });
});
