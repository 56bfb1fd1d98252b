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
  it('200: a bare task with what is linked to it, newest first, of this project alone', async () => {
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

  it('200: at most 50 changes, builds and deployments', async () => {
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

  it('200: tracker items its text names, without addresses, removed ones and those of other projects', async () => {
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

  it('200: via_api_token_id is null for a task no token made', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project, { metadata: { via_api_token_id: 666 } });
    expect((await api.get(`${base}/${id}`)).body.metadata).toEqual({ via_api_token_id: null });
  });

  it('304: a task that did not change', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project);
    const { headers } = await api.get(`${base}/${id}`);
    expect((await api.get(`${base}/${id}`).set('If-None-Match', headers['etag'] ?? '')).status).toBe(304);
  });

  it('401: no token', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project);
    expect((await api.get(`${base}/${id}`, null)).status).toBe(401);
  });

  it('403: a token without the scope', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project);
    expect((await api.get(`${base}/${id}`, await api.tokenWithout('read:tasks'))).status).toBe(403);
  });

  it("404: absent, another project's, and what is no id", async () => {
    const { project, base } = await freshProject();
    const { base: elsewhere } = await freshProject();
    const { id } = await make.task(project);
    for (const path of [
      `${elsewhere}/${id}`,
      `${base}/2147483647`,
      `${base}/2147483648`,
      `${base}/x`,
      `${base}/0`,
    ]) {
      const answer = await api.get(path);
      expect([path, answer.status, answer.body.error]).toEqual([path, 404, 'not_found']);
    }
  });

  it('422: any parameter', async () => {
    const { project, base } = await freshProject();
    const { id } = await make.task(project);
    const answer = await api.get(`${base}/${id}?format=markdown`);
    expect([answer.status, answer.body.error]).toEqual([422, 'unknown_parameter']);
  });
});
