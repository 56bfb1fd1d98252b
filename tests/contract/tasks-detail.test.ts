import { describe, expect, it } from '@jest/globals';
import type { TaskDetail } from '@slipway/contracts';
import { startApi } from './api.js';

const api = await startApi();
const { make } = api;

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, base: `/v1/projects/${project.id}/tasks` };
}

const minute = (n: number) => new Date(Date.UTC(2026, 10, 1, 10, n));

describe('GET /v1/projects/:project_id/tasks/:id', () => {
  it('200: returns the changes, builds and deployments linked to the task, newest first', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project, { metadata: { via_api_token_id: 666, a: 1 }, viaApiTokenId: 7 });
    const commit = await make.change(project, {
      identifier: 'c0ffee00c0ffee00',
      displayIdentifier: 'c0ffee00',
      sourceType: 'GitCommit',
      timestamp: minute(1),
    });
    const changelist = await make.change(project, { timestamp: minute(2) });
    for (const change of [commit, changelist]) await make.taskLink(project, id, change.id);
    const byCommit = await make.buildRun(project, { commitHash: commit.identifier, createdAt: minute(3) });
    const byChangelist = await make.buildRun(project, { changelist: changelist.identifier, createdAt: minute(4) });
    await make.buildRun(project, { commitHash: 'another' });
    const shipped = await make.deployment(project, {
      buildRunId: byCommit.id,
      branch: 'beta',
      createdAt: minute(5),
    });
    const shippedByCommit = await make.deployment(project, {
      commitHash: commit.identifier,
      createdAt: minute(6),
    });
    await make.deployment(project);
    const { project: elsewhere } = await freshProject();
    await make.buildRun(elsewhere, { commitHash: commit.identifier });
    await make.deployment(elsewhere, { commitHash: commit.identifier });

    const { status, body } = await api.get(`${base}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, metadata: { a: 1, via_api_token_id: 7 }, references: [] });
    expect((body as TaskDetail).links).toEqual({
      changes: [
        {
          id: changelist.id,
          identifier: changelist.identifier,
          source_type: 'Changelist',
          display_identifier: `CL ${changelist.identifier}`,
        },
        { id: commit.id, identifier: commit.identifier, source_type: 'GitCommit', display_identifier: 'c0ffee00' },
      ],
      build_runs: [
        { id: byChangelist.id, status: 'completed', commit_hash: '', ci_job_name: 'Harbor-Win64' },
        { id: byCommit.id, status: 'completed', commit_hash: commit.identifier, ci_job_name: 'Harbor-Win64' },
      ],
      deployments: [
        {
          id: expect.any(Number),
          deployment_id: shippedByCommit.id,
          status: 'submitted',
          platform: 'steam',
          branch: '',
        },
        {
          id: expect.any(Number),
          deployment_id: shipped.id,
          status: 'submitted',
          platform: 'steam',
          branch: 'beta',
        },
      ],
    });
  });

  it('200: returns at most 50 changes, builds and deployments', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project);
    let newest = 0;
    for (let n = 0; n < 52; n += 1) {
      const change = await make.change(project, { timestamp: minute(n) });
      await make.taskLink(project, id, change.id);
      await make.buildRun(project, { changelist: change.identifier });
      await make.deployment(project, { commitHash: change.identifier });
      newest = change.id;
    }
    const { links } = (await api.get(`${base}/${id}`)).body as TaskDetail;
    expect([links.changes.length, links.build_runs.length, links.deployments.length]).toEqual([50, 50, 50]);
    expect(links.changes[0]?.id).toBe(newest);
  });

  it('200: returns tracker items mentioned in the text, but no removed ones or those of other projects', async () => {
    const { project, base } = await freshProject();
    const { project: elsewhere } = await freshProject();
    const { userId } = await make.member(project);
    const title = 'Ask artist@studio.test';
    const reference = await make.reference(project, { title, assigneeUserId: userId, updatedAt: minute(7) });
    const removed = await make.reference(project, { removedAt: new Date() });
    await make.reference(elsewhere, { key: reference.key });
    const { id } = await make.task(project);
    for (const { key } of [reference, removed]) await make.mention(project, key, { taskId: id });
    expect((await api.get(`${base}/${id}`)).body.references).toEqual([
      {
        id: reference.id,
        provider: 'jira',
        key: reference.key,
        title: 'Ask artist',
        state: 'To Do',
        url: '',
        assignee_user_id: userId,
        updated_at: '2026-11-01T10:07:00.000Z',
      },
    ]);
  });

  it('200: via_api_token_id is null for a task that no token created', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project, { metadata: { via_api_token_id: 666 } });
    expect((await api.get(`${base}/${id}`)).body.metadata).toEqual({ via_api_token_id: null });
  });
});

const { project } = api;
const base = `/v1/projects/${project.id}/tasks`;
const creator = await make.apiToken(api.userId);

async function create(task: Record<string, unknown>) {
  const response = await api.post(base, { task }, creator.token);
  expect([response.status, response.body.error]).toEqual([201, undefined]);
  return response;
}

describe('POST /v1/projects/:project_id/tasks', () => {
  it('201: creates a task from a title, returns its detail, and sets Location', async () => {
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
      metadata: { via_api_token_id: creator.id },
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

  it('201: stores every field', async () => {
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

  it('201: assigns a member or an agent, and leaves the other field null', async () => {
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

  it('201: stores labels unchanged', async () => {
    expect((await create({ title: 'Dock', labels: ['b', 'a', 'b'] })).body.labels).toEqual(['b', 'a', 'b']);
  });

  it('201: ignores a via_api_token_id sent by the client', async () => {
    const { body } = await create({ title: 'Dock', metadata: { via_api_token_id: 666, a: 1 } });
    expect(body.metadata).toEqual({ via_api_token_id: creator.id, a: 1 });
    expect((await api.get(`${base}/${body.id}`)).body.metadata).toEqual({ via_api_token_id: creator.id, a: 1 });
    const { tasks } = (await api.get(`${base}?limit=1`)).body;
    expect(tasks[0]).toMatchObject({ id: body.id, metadata: { a: 1 } });
    expect(tasks[0].metadata).not.toHaveProperty('via_api_token_id');
  });

  it('201: stores a metadata key named __proto__ like any other', async () => {
    const text = '{"task":{"title":"Dock","metadata":{"__proto__":{"admin":true}}}}';
    const { body } = await api.post(base, undefined).set('Content-Type', 'application/json').send(text);
    expect(Object.keys(body.metadata)).toEqual(expect.arrayContaining(['__proto__', 'via_api_token_id']));
    expect(body.metadata.admin).toBeUndefined();
  });

  it('201: links tracker items by their keys, even if the item arrives after the task', async () => {
    const known = await make.reference(project);
    const { body } = await create({ title: `Fix ${known.key}`, description: 'and HARB-9001' });
    expect(body.references.map(({ key }: { key: string }) => key)).toEqual([known.key]);
    await make.reference(project, { key: 'HARB-9001' });
    const { references } = (await api.get(`${base}/${body.id}`)).body;
    expect(references.map(({ key }: { key: string }) => key).toSorted()).toEqual(
      [known.key, 'HARB-9001'].toSorted(),
    );
  });

  it('422: a task without a title, or with description_append', async () => {
    const untitled = await api.post(base, { task: { description: 'x' } });
    expect([untitled.status, untitled.body.error]).toEqual([422, 'invalid_parameter']);
    expect(untitled.body.details).toEqual([{ path: 'task.title', message: 'is required' }]);
    const appended = await api.post(base, { task: { title: 'Dock', description_append: 'x' } });
    expect([appended.status, appended.body.error]).toEqual([422, 'unknown_parameter']);
  });
});
