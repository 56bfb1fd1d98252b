import { describe, expect, it } from '@jest/globals';
import { TASK_STATES, type TaskDetail } from '@slipway/contracts';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;

async function update(id: number, task: Record<string, unknown>): Promise<TaskDetail> {
  const answer = await api.patch(`${base}/${id}`, { task });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return answer.body;
}

const read = async (id: number): Promise<TaskDetail> => (await api.get(`${base}/${id}`)).body;

describe('PATCH /v1/projects/:project_id/tasks/:id', () => {
  it('200: changes what was sent and nothing else, and answers with the detail', async () => {
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

  it('200: any state may move to any state', async () => {
    const { id } = await make.task(project);
    for (const from of TASK_STATES) {
      for (const to of TASK_STATES) {
        await update(id, { state: from });
        expect((await update(id, { state: to })).state).toBe(to);
      }
    }
  });

  it.each([
    ['no field', {}],
    [
      'what it already says',
      { title: 'Same', labels: ['a'], metadata: { c: 2, b: 1 }, state: 'to_do', user_id: null },
    ],
    ['metadata it already has, with the server field', { metadata: { b: 1, c: 2, via_api_token_id: 666 } }],
  ])('200: with %s its time stays', async (_, fields) => {
    const { id } = await make.task(project, { title: 'Same', labels: ['a'], metadata: { b: 1, c: 2 } });
    const before = await read(id);
    expect(await update(id, fields)).toEqual(before);
  });

  it('200: its time never goes back, and moves on with every edit', async () => {
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

  it('200: description_append adds a line, to a description sent with it too', async () => {
    const { id } = await make.task(project);
    expect((await update(id, { description_append: 'one' })).description).toBe('one');
    expect((await update(id, { description_append: 'two\nthree' })).description).toBe('one\ntwo\nthree');
    expect((await update(id, { description_append: 'b', description: 'a' })).description).toBe('a\nb');
    expect((await update(id, { description_append: 'b', description: '' })).description).toBe('b');
  });

  it('200: metadata is replaced whole, and its maker stays who it was', async () => {
    const { id: tokenId, token } = await make.apiToken(api.userId);
    const { id } = (await api.post(base, { task: { title: 'Dock', metadata: { a: 1 } } }, token)).body;
    expect((await update(id, { metadata: { b: 2, via_api_token_id: 666 } })).metadata).toEqual({
      b: 2,
      via_api_token_id: tokenId,
    });
  });

  it('200: tracker items follow the text', async () => {
    const [first, second] = [await make.reference(project), await make.reference(project)];
    const { id } = await make.task(project);
    const keys = async (fields: object) => (await update(id, { ...fields })).references.map(({ key }) => key);
    expect(await keys({ title: `Fix ${first.key}` })).toEqual([first.key]);
    expect(await keys({ description: `See ${second.key}` })).toEqual([first.key, second.key]);
    expect(await keys({ state: 'blocked' })).toEqual([first.key, second.key]);
    expect(await keys({ title: 'Dock' })).toEqual([second.key]);
    expect(await keys({ description: '' })).toEqual([]);
  });

  it('200: edits at once all count', async () => {
    const { id } = await make.task(project);
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`);
    const edits = [
      { state: 'blocked' },
      { priority: 'low' },
      ...lines.map((line) => ({ description_append: line })),
    ];
    const answers = await Promise.all(edits.map((edit) => update(id, edit)));
    const { state, priority, description, updated_at } = await read(id);
    expect({ state, priority }).toEqual({ state: 'blocked', priority: 'low' });
    expect(description.split('\n').toSorted()).toEqual(lines.toSorted());
    const times = answers.map((answer) => answer.updated_at).toSorted();
    expect(new Set(times).size).toBe(answers.length);
    expect(times.at(-1)).toBe(updated_at);
  });

  it("404: absent, another project's, and what is no id", async () => {
    const other = await make.project(api.accountId);
    const { id } = await make.task(other);
    for (const segment of [id, 2_147_483_647, 2_147_483_648, 'x', '0', '-1', '%00']) {
      const answer = await api.patch(`${base}/${segment}`, { task: { state: 'blocked' } });
      expect([segment, answer.status, answer.body.error]).toEqual([segment, 404, 'not_found']);
    }
    expect((await api.database.prisma.task.findUniqueOrThrow({ where: { id } })).state).toBe('to_do');
  });

  it('422: what is wrong with the body is told before the task is looked for', async () => {
    const { userId: stranger } = await make.studio();
    for (const task of [{ state: 'done' }, { user_id: stranger }]) {
      expect((await api.patch(`${base}/2147483647`, { task })).status).toBe(422);
    }
  });

  it('422: an addition that makes the description too long, and changes nothing', async () => {
    const { id } = await make.task(project, { description: '🎮'.repeat(65_530) });
    expect((await update(id, { description_append: '12345' })).description).toHaveLength(65_530 * 2 + 6);
    const before = await read(id);
    const answer = await api.patch(`${base}/${id}`, { task: { description_append: '1', state: 'blocked' } });
    expect([answer.status, answer.body.error]).toEqual([422, 'invalid_parameter']);
    expect(answer.body.details).toEqual([{ path: 'task.description_append', message: expect.any(String) }]);
    expect(await read(id)).toEqual(before);
  });

  it('422: description_append of the wrong type', async () => {
    const { id } = await make.task(project);
    for (const value of [1, null, [], {}, '', '\0']) {
      const answer = await api.patch(`${base}/${id}`, { task: { description_append: value } });
      expect([value, answer.status, answer.body.error]).toEqual([value, 422, 'invalid_parameter']);
    }
  });
});
