import { describe, expect, it } from '@jest/globals';
import { startApi } from './api.js';

const api = await startApi();
const { make, project } = api;
const base = `/v1/projects/${project.id}/tasks`;
const maker = await make.apiToken(api.userId);

async function create(task: Record<string, unknown>) {
  const answer = await api.post(base, { task }, maker.token);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  return answer;
}

describe('POST /v1/projects/:project_id/tasks', () => {
  it('201: a title is enough; the answer is the detail, and Location leads to it', async () => {
    const before = Date.now();
    const { body, headers } = await create({ title: 'Dock' });
    expect(body).toEqual({
      id: expect.any(Number),
      account_id: api.accountId,
      project_id: project.id,
      title: 'Dock',
      description: '',
      state: 'to_do',
      task_type: 'feature',
      priority: 'medium',
      assignee_handle: null,
      user_id: null,
      labels: [],
      metadata: { via_api_token_id: maker.id },
      created_at: expect.any(String),
      updated_at: body.created_at,
      urls: { web: `${api.process.settings.BASE_URL}/projects/${project.id}/tasks/${body.id}` },
      links: { changes: [], build_runs: [], deployments: [] },
      references: [],
    });
    expect(Date.parse(body.created_at)).toBeGreaterThanOrEqual(before);
    expect(headers['location']).toBe(`/api/v1/projects/${project.id}/tasks/${body.id}`);
    expect((await api.get(String(headers['location']).slice('/api'.length))).body).toEqual(body);
  });

  it('201: every field', async () => {
    const written = {
      title: 'Dock',
      description: 'Ships clip through the dock.',
      state: 'blocked',
      task_type: 'bug',
      priority: 'critical',
      assignee_handle: 'triage-agent',
      labels: ['co-op', 'crash'],
      metadata: { client: { name: 'cli', version: '1.0' } },
    };
    const { body } = await create(written);
    expect(body).toMatchObject(written);
  });

  it('201: a member, and an agent, each with the other field null', async () => {
    const { userId } = await make.member(project);
    expect((await create({ title: 'Dock', user_id: userId, assignee_handle: null })).body).toMatchObject({
      user_id: userId,
      assignee_handle: null,
    });
    expect((await create({ title: 'Dock', assignee_handle: 'bot-1', user_id: null })).body).toMatchObject({
      user_id: null,
      assignee_handle: 'bot-1',
    });
  });

  it('201: labels come back as written', async () => {
    expect((await create({ title: 'Dock', labels: ['b', 'a', 'b'] })).body.labels).toEqual(['b', 'a', 'b']);
  });

  it('201: a forged via_api_token_id is dropped, in the answer, the detail and the list', async () => {
    const { body } = await create({ title: 'Dock', metadata: { via_api_token_id: 666, a: 1 } });
    expect(body.metadata).toEqual({ via_api_token_id: maker.id, a: 1 });
    expect((await api.get(`${base}/${body.id}`)).body.metadata).toEqual({ via_api_token_id: maker.id, a: 1 });
    const { tasks } = (await api.get(`${base}?limit=1`)).body;
    expect(tasks[0]).toMatchObject({ id: body.id, metadata: { a: 1 } });
    expect(tasks[0].metadata).not.toHaveProperty('via_api_token_id');
  });

  it('201: a key named __proto__ in metadata stays a plain key', async () => {
    const text = '{"task":{"title":"Dock","metadata":{"__proto__":{"admin":true}}}}';
    const { body } = await api.post(base, undefined).set('Content-Type', 'application/json').send(text);
    expect(Object.keys(body.metadata)).toEqual(expect.arrayContaining(['__proto__', 'via_api_token_id']));
    expect(body.metadata.admin).toBeUndefined();
  });

  it('201: names tracker items by their keys, whichever came first', async () => {
    const known = await make.reference(project);
    const { body } = await create({ title: `Fix ${known.key}`, description: 'and HARB-9001' });
    expect(body.references.map(({ key }: { key: string }) => key)).toEqual([known.key]);
    await make.reference(project, { key: 'HARB-9001' });
    const { references } = (await api.get(`${base}/${body.id}`)).body;
    expect(references.map(({ key }: { key: string }) => key).toSorted()).toEqual(
      [known.key, 'HARB-9001'].toSorted(),
    );
  });

  it('422: without a title, or with fields that only a change takes', async () => {
    const untitled = await api.post(base, { task: { description: 'x' } });
    expect([untitled.status, untitled.body.error]).toEqual([422, 'invalid_parameter']);
    expect(untitled.body.details).toEqual([{ path: 'task.title', message: 'is required' }]);
    const appended = await api.post(base, { task: { title: 'Dock', description_append: 'x' } });
    expect([appended.status, appended.body.error]).toEqual([422, 'unknown_parameter']);
  });
});
