import { describe, expect, it } from '@jest/globals';
import { announceChange } from '@slipway/db';
import supertest from 'supertest';
import { openStream } from './open-stream.js';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const console = await serveConsole();
const { app, database, accountId, project, owner, member, outsider } = console;

describe('GET /console/api/session', () => {
  it('returns the signed-in user with their accounts and projects', async () => {
    const { body } = await owner.browser.call('GET', '/session');
    expect(body).toMatchObject({
      user: { id: owner.id },
      account_id: accountId,
      accounts: [{ id: accountId, role: 'owner' }],
      projects: [{ id: project.id, state: 'active', health: 'idle', health_label: 'No builds yet' }],
      delivery_retention_days: console.process.settings.DELIVERY_RETENTION_DAYS,
      waiting_approvals: 0,
    });
  });

  it('shows the state of the job that runs most often', async () => {
    const { id: integrationId } = await console.make.integration(project, 'jenkins');
    const build = {
      accountId,
      projectId: project.id,
      integrationId,
      statusAt: new Date(),
      buildType: 'unreal',
    } as const;
    const job = (name: string) => ({ jobKey: name, jobName: name });
    await database.prisma.buildRun.createMany({
      data: [
        { ...build, ...job('main'), buildNumber: '1', status: 'completed', createdAt: new Date(1_000) },
        { ...build, ...job('main'), buildNumber: '2', status: 'failed', createdAt: new Date(2_000) },
        { ...build, ...job('nightly'), buildNumber: '1', status: 'completed', createdAt: new Date(3_000) },
      ],
    });
    const { body } = await owner.browser.call('GET', '/session');
    expect(body.projects).toMatchObject([{ health: 'bad', health_label: 'main: last build failed' }]);
    const stop = (data: object) => database.prisma.project.update({ where: { id: project.id }, data });
    await stop({ pausedAt: new Date() });
    const paused = await owner.browser.call('GET', '/session');
    await stop({ archivedAt: new Date() });
    const archived = await owner.browser.call('GET', '/session');
    await stop({ pausedAt: null, archivedAt: null });
    expect(paused.body.projects).toMatchObject([{ health: 'idle', health_label: 'Paused' }]);
    expect(archived.body.projects).toMatchObject([{ health: 'idle', health_label: 'Archived' }]);
  });

  it('401: without a session', async () => {
    expect((await plainBrowser(app).call('GET', '/session')).status).toBe(401);
  });
});

describe('POST /console/api/accounts/:account_id/switch', () => {
  it('switches the account in this browser only', async () => {
    const { accounts } = (await member.browser.call('GET', '/session')).body as { accounts: { id: number }[] };
    const other = accounts.find(({ id }) => id !== accountId)?.id;
    await member.browser.call('POST', `/accounts/${other}/switch`);
    expect((await member.browser.call('GET', '/session')).body.account_id).toBe(other);
    const second = await console.browserOf(member.id);
    expect((await second.call('GET', '/session')).body.account_id).not.toBe(other);
  });

  it('404: for an account the user does not belong to', async () => {
    expect((await outsider.browser.call('POST', `/accounts/${accountId}/switch`)).status).toBe(404);
  });
});

describe('the REST endpoints below /console/api', () => {
  it('accept the session without a token', async () => {
    const { status, body } = await member.browser.call('GET', `/v1/projects/${project.id}/tasks`);
    expect({ status, tasks: body.tasks }).toEqual({ status: 200, tasks: [] });
  });

  it('record that no token created the task', async () => {
    const created = await member.browser.call('POST', `/v1/projects/${project.id}/tasks`, {
      task: { title: 'Cook' },
    });
    expect(created.status).toBe(201);
    expect(created.body.metadata.via_api_token_id).toBeNull();
  });

  it('404: for a project of another account', async () => {
    expect((await outsider.browser.call('GET', `/v1/projects/${project.id}/tasks`)).status).toBe(404);
  });

  it('401: with a token instead of a session', async () => {
    const { token } = await console.make.apiToken(owner.id);
    const path = `/console/api/v1/projects/${project.id}/tasks`;
    expect((await supertest(app).get(path).set('Authorization', `Bearer ${token}`)).status).toBe(401);
  });

  it('403: for a write that did not come from a console page', async () => {
    const path = `/console/api/v1/projects/${project.id}/tasks`;
    expect((await owner.browser.post(path, { title: 'Forged' })).status).toBe(403);
    const foreign = await owner.browser.post(
      path,
      {},
      { 'x-slipway-console': '1', 'sec-fetch-site': 'cross-site' },
    );
    expect(foreign.status).toBe(403);
  });
});

describe('GET /console/api/stream', () => {
  it('reports committed changes in the reader’s projects, and in no others', async () => {
    const foreign = await console.make.project((await console.make.studio()).accountId);
    const stream = await openStream(app, await console.sessionCookie(owner.id));
    await database.modelTransaction((tx) => announceChange(tx, foreign.id, 'build_run'));
    await database
      .modelTransaction(async (tx) => {
        await announceChange(tx, project.id, 'asset');
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await database.modelTransaction((tx) => announceChange(tx, project.id, 'task', 'approval'));
    const text = await stream.readUntil('"task"');
    expect(text).toContain(`data: {"project_id":${project.id},"kinds":["task","approval"]}`);
    expect(text).not.toMatch(/asset|build_run/);
    await stream.close();
  });

  it('401: without a session', async () => {
    const stream = await openStream(app, '');
    expect(stream.status).toBe(401);
    await stream.close();
  });
});
