import { describe, expect, it } from '@jest/globals';
import type { Reference, ReferencePage } from '@slipway/contracts';
import { startApi } from './api.js';
import { itPages } from './pages.js';
import { expectRefusals } from './refusals.js';

const api = await startApi();
const { make } = api;

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, path: `/v1/projects/${project.id}/references` };
}

const minute = (n: number) => new Date(Date.UTC(2026, 10, 1, 10, n));
const keysOf = (body: { references: Reference[] }) => body.references.map(({ key }) => key);

describe('GET /v1/projects/:project_id/references', () => {
  it('200: lists tracker items newest first, with the changes and tasks that mention them, without addresses', async () => {
    const { project, path } = await freshProject();
    const { project: other } = await freshProject();
    const { userId } = await make.member(project);
    const { id, key } = await make.reference(project, {
      provider: 'linear',
      title: 'Ask artist@studio.test',
      state: 'In review by lead@studio.test',
      url: 'https://linear.test/issue/1?by=lead@studio.test',
      assigneeUid: 'artist@studio.test',
      assigneeUserId: userId,
      createdAt: minute(1),
      updatedAt: minute(2),
    });
    const newer = await make.reference(project, { createdAt: minute(3) });
    await make.reference(project, { removedAt: new Date() });
    const [task, change] = [await make.task(project), await make.change(project)];
    const [laterTask, laterChange] = [await make.task(project), await make.change(project)];
    for (const taskId of [task.id, laterTask.id]) await make.mention(project, key, { taskId });
    for (const changeId of [change.id, laterChange.id]) await make.mention(project, key, { changeId });
    await make.mention(other, key, { taskId: (await make.task(other)).id });
    await make.mention(other, key, { changeId: (await make.change(other)).id });
    const { status, body } = await api.get(path);
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual([newer.key, key]);
    expect(body.references[0]).toMatchObject({ assignee_user_id: null, change_ids: [], task_ids: [] });
    expect(body.references[1]).toEqual({
      id,
      provider: 'linear',
      key,
      title: 'Ask artist',
      state: 'In review by lead',
      url: expect.not.stringContaining('@'),
      assignee_user_id: userId,
      updated_at: '2026-11-01T10:02:00.000Z',
      change_ids: [laterChange.id, change.id],
      task_ids: [laterTask.id, task.id],
    });
    expect(body.pagination).toEqual({ limit: 20, has_more: false, next_cursor: null });
  });

  it('200: returns at most 100 changes and tasks of an item', async () => {
    const { project, path } = await freshProject();
    const { key } = await make.reference(project);
    for (let n = 0; n < 101; n += 1) {
      await make.mention(project, key, { taskId: (await make.task(project)).id });
      await make.mention(project, key, { changeId: (await make.change(project)).id });
    }
    const [reference] = ((await api.get(path)).body as ReferencePage).references;
    expect([reference?.change_ids.length, reference?.task_ids.length]).toEqual([100, 100]);
  });

  it('200: links and finds a moved item by its former keys too, and shows its current key', async () => {
    const { project, path } = await freshProject();
    const { id, key } = await make.reference(project, { key: 'Studio/Reef#3' });
    await api.database.prisma.referenceKey.create({
      data: { referenceId: id, key: 'studio/harbor#12', projectId: project.id },
    });
    const [task, change] = [await make.task(project), await make.change(project)];
    for (const mentioned of ['studio/harbor#12', 'studio/reef#3']) {
      await make.mention(project, mentioned, { taskId: task.id });
      await make.mention(project, mentioned, { changeId: change.id });
    }
    for (const filter of ['Studio/Reef%233', 'studio/reef%233', 'Studio/Harbor%2312']) {
      const { body } = await api.get(`${path}?key=${filter}`);
      expect([filter, body.references]).toEqual([
        filter,
        [expect.objectContaining({ id, key, change_ids: [change.id], task_ids: [task.id] })],
      ]);
    }
    for (const linked of [`tasks/${task.id}`, `changes/${change.id}`])
      expect(keysOf((await api.get(`/v1/projects/${project.id}/${linked}`)).body)).toEqual([key]);
  });

  it('200: filters by every parameter, alone and combined', async () => {
    const { project, path } = await freshProject();
    const jira = await make.reference(project, { state: 'Done', createdAt: minute(1), updatedAt: minute(30) });
    const trello = await make.reference(project, {
      provider: 'trello',
      key: 'aB3dE6gH',
      createdAt: minute(2),
      updatedAt: minute(10),
    });
    const cases: [string, string[]][] = [
      ['provider=jira', [jira.key]],
      ['provider=Jira', []],
      ['provider=', []],
      ['state=Done', [jira.key]],
      ['state=done', []],
      ['state=To%20Do', [trello.key]],
      [`key=${trello.key}`, [trello.key]],
      [`key=${jira.key.toLowerCase()}`, [jira.key]],
      ['key=ab3de6gh', []],
      ['key=%25', []],
      ['key=%00', []],
      ['updated_since=2026-11-01T10:30:00Z', [jira.key]],
      ['updated_since=2026-11-01', [trello.key, jira.key]],
      ['updated_since=2026-11-02', []],
      [`provider=trello&state=To%20Do&key=${trello.key}&updated_since=2026-11-01`, [trello.key]],
    ];
    for (const [query, expected] of cases) {
      const { status, body } = await api.get(`${path}?${query}`);
      expect([query, status, body.references && keysOf(body)]).toEqual([query, 200, expected]);
    }
  });

  it('422: a malformed, unknown or repeated parameter', async () => {
    const { path } = await freshProject();
    await expectRefusals(api, path, [
      ['limit=0', 'invalid_parameter'],
      ['updated_since=soon', 'invalid_parameter'],
      ['provider[]=jira', 'invalid_parameter_type'],
      ['key=a&key=b', 'invalid_parameter_type'],
      ['assignee=user:1', 'unknown_parameter'],
    ]);
  });

  describe('pages', () => {
    itPages(api, {
      path: `/v1/projects/${api.project.id}/references`,
      key: 'references',
      filter: 'state=To%20Do',
      make: (createdAt) => make.reference(api.project, { createdAt }),
      otherPath: `/v1/projects/${api.project.id}/tasks`,
      makeOther: () => make.task(api.project),
    });
  });
});
