import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, database, project, owner, outsider } = await serveConsole();
const path = `/projects/${project.id}/deployments`;

async function deployed(fields: Readonly<Record<string, unknown>> = {}) {
  const change = await make.change(project, { description: 'Fix the quay', identifier: `48${Math.random()}` });
  const build = await make.buildRun(project, { changelist: change.identifier });
  const deployment = await make.deployment(project, { buildRunId: build.id, ...fields });
  return { change, build, deployment };
}

describe('GET /console/api/projects/:project_id/deployment-lanes', () => {
  it('keeps the live deployment, with its build and change, however many follow it', async () => {
    const { build, change, deployment } = await deployed({ status: 'live', createdAt: new Date(1_000) });
    for (let count = 0; count < 10; count += 1) await make.deployment(project, { status: 'rejected' });
    const { body } = await owner.browser.call('GET', `/projects/${project.id}/deployment-lanes`);
    const live = body.deployments.find(({ id }: { id: string }) => id === deployment.id);
    expect(live).toMatchObject({
      build: { id: String(build.id) },
      change: { id: change.id, subject: 'Fix the quay' },
    });
    expect(body.totals).toEqual([{ platform: 'steam', count: 11 }]);
  });

  it('names the author of a change as people know them, whatever the tool calls them', async () => {
    const own = await make.project(project.accountId);
    const author = { author: 'mholt', authorUserId: owner.id };
    const change = await make.change(own, author);
    const { id } = await make.deployment(own, { commitHash: change.identifier });
    const { name } = await database.prisma.user.findUniqueOrThrow({ where: { id: owner.id } });
    const { body } = await owner.browser.call('GET', `/projects/${own.id}/deployments/${id}`);
    expect(body.change).toMatchObject({ author: name });
    await database.prisma.change.update({ where: { id: change.id }, data: { authorUserId: outsider.id } });
    const { body: left } = await owner.browser.call('GET', `/projects/${own.id}/deployments/${id}`);
    expect(left.change).toMatchObject({ author: 'mholt' });
  });

  it('404: for a user outside the account', async () => {
    expect((await outsider.browser.call('GET', `/projects/${project.id}/deployment-lanes`)).status).toBe(404);
  });
});

describe('GET /console/api/projects/:project_id/deployments', () => {
  it('filters and pages', async () => {
    await make.deployment(project, { platform: 'google_play', status: 'in_review' });
    await make.deployment(project, { platform: 'google_play', status: 'in_review' });
    const first = (await owner.browser.call('GET', `${path}?platform=google_play&limit=1`)).body;
    const cursor = first.pagination.next_cursor;
    const second = (await owner.browser.call('GET', `${path}?platform=google_play&limit=1&cursor=${cursor}`)).body;
    expect(second.deployments).toHaveLength(1);
    expect(second.deployments[0].id).not.toBe(first.deployments[0].id);
    expect((await owner.browser.call('GET', `${path}?status=live`)).body.deployments).toHaveLength(1);
  });

  it('422: for an unknown platform', async () => {
    expect((await owner.browser.call('GET', `${path}?platform=itch`)).status).toBe(422);
  });
});

describe('GET /console/api/projects/:project_id/deployments/:deployment_id', () => {
  it('shows the history, newest first, without email addresses in text', async () => {
    const { deployment } = await deployed({ notes: 'Ask ana@studio.test', commitHash: '' });
    await database.prisma.deploymentEvent.createMany({
      data: [
        { deploymentId: deployment.id, event: 'created', status: 'pending', occurredAt: new Date(1_000) },
        { deploymentId: deployment.id, event: 'depot_verified', status: null, occurredAt: new Date(2_000) },
      ],
    });
    const { body } = await owner.browser.call('GET', `${path}/${deployment.id}`);
    expect(body.events).toMatchObject([
      { event: 'depot_verified', status: null },
      { event: 'created', status: 'pending' },
    ]);
    expect(body.notes).toBe('Ask ana');
  });

  it('finds the change for a short commit hash', async () => {
    const hash = 'a1b2c3d4'.repeat(5);
    const { id } = await make.change(project, { identifier: hash, sourceType: 'GitCommit' });
    const { id: deploymentId } = await make.deployment(project, { commitHash: hash.slice(0, 8) });
    expect((await owner.browser.call('GET', `${path}/${deploymentId}`)).body.change).toMatchObject({ id });
  });

  it.each(['x', '00000000-0000-7000-8000-000000000000'])('404: for %s', async (id) => {
    expect((await owner.browser.call('GET', `${path}/${id}`)).status).toBe(404);
  });
});
