import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import supertest from 'supertest';
import { serveConsole } from './served-console.js';

const { app, process, database, make, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
await runWorker(process);
const path = `/projects/${project.id}`;

const audits = (action: string) => prisma.auditEntry.findMany({ where: { accountId, action } });
const pathOf = (url: string) => new URL(url).pathname;

describe('POST /console/api/accounts/:account_id/projects', () => {
  const list = `/accounts/${accountId}/projects`;

  it('creates a project with all users of the account as members', async () => {
    const answer = await owner.browser.call('POST', list, { name: ' Harbor ', engine: 'unity' });
    expect(answer.status).toBe(201);
    const created = await prisma.project.findUniqueOrThrow({
      where: { id: answer.body.id },
      include: { memberships: { orderBy: { userId: 'asc' } } },
    });
    expect(created).toMatchObject({ accountId, name: 'Harbor', engine: 'unity' });
    expect(created.memberships.map(({ userId, role }) => [userId, role])).toEqual([
      [owner.id, 'owner'],
      [member.id, 'member'],
    ]);
    expect(await audits('project.create')).toMatchObject([{ userId: owner.id, target: 'Harbor' }]);
    const { body } = await member.browser.call('GET', list);
    expect(body.projects).toContainEqual(expect.objectContaining({ name: 'Harbor', state: 'active', members: 2 }));
  });

  it('403 for members, 404 for outside users, 422 for an unknown engine, 403 in a read-only account', async () => {
    const body = { name: 'X', engine: 'unity' };
    const refused = await member.browser.call('POST', list, body);
    expect([refused.status, refused.body.error]).toEqual([403, 'owner_required']);
    expect((await outsider.browser.call('POST', list, body)).status).toBe(404);
    expect((await owner.browser.call('POST', list, { ...body, engine: 'godot' })).status).toBe(422);
    expect((await owner.browser.call('POST', list, { ...body, name: '  ' })).status).toBe(422);
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: 'demo' } });
    const readOnly = await owner.browser.call('POST', list, body);
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: null } });
    expect([readOnly.status, readOnly.body.error]).toEqual([403, 'demo_read_only']);
  });
});

describe('PATCH /console/api/projects/:project_id/settings', () => {
  it('changes only the fields that are sent', async () => {
    const { body } = await owner.browser.call('PATCH', `${path}/settings`, {
      approval_asset_types: ['model', 'texture'],
      main_job_name: 'nightly',
    });
    expect(body).toMatchObject({ approval_asset_types: ['texture', 'model'], main_job_name: 'nightly' });
    const again = await owner.browser.call('PATCH', `${path}/settings`, { name: 'Renamed', main_job_name: null });
    expect(again.body).toMatchObject({
      name: 'Renamed',
      main_job_name: null,
      approval_asset_types: ['texture', 'model'],
    });
    expect(await audits('project.update')).toHaveLength(2);
    expect((await member.browser.call('GET', `${path}/settings`)).body.name).toBe('Renamed');
  });

  it('403 for members, 404 for outside users, 422 for unknown types', async () => {
    expect((await member.browser.call('PATCH', `${path}/settings`, { name: 'X' })).status).toBe(403);
    expect((await outsider.browser.call('PATCH', `${path}/settings`, { name: 'X' })).status).toBe(404);
    expect((await outsider.browser.call('GET', `${path}/settings`)).status).toBe(404);
    const body = { approval_asset_types: ['sculpture'] };
    expect((await owner.browser.call('PATCH', `${path}/settings`, body)).status).toBe(422);
  });
});

describe('POST /console/api/projects/:project_id/state', () => {
  it.each([
    ['paused', true, false],
    ['archived', false, true],
    ['active', false, false],
  ])('makes it %s', async (state, isPaused, isArchived) => {
    const { body } = await owner.browser.call('POST', `${path}/state`, { state });
    expect(body.state).toBe(state);
    const row = await prisma.project.findUniqueOrThrow({ where: { id: project.id } });
    expect([row.pausedAt !== null, row.archivedAt !== null]).toEqual([isPaused, isArchived]);
  });
});

describe('POST /console/api/projects/:project_id/delete', () => {
  /** A problem of the project, and a notification in a channel and in an inbox. */
  async function notifyOf(projectId: number, integrationId: number): Promise<void> {
    const [scope, now] = [{ accountId, projectId }, new Date()];
    const { id: userId } = await prisma.user.findFirstOrThrow();
    const { id: channelId } = await prisma.notificationChannel.create({
      data: {
        id: randomUUID(),
        ...scope,
        kind: 'webhook',
        name: 'n',
        target: 't',
        createdById: userId,
        config: new Uint8Array([1]),
        rules: { create: { projectId, event: 'main_job.broke' } },
      },
    });
    await prisma.notification.create({
      data: {
        id: randomUUID(),
        ...scope,
        event: 'main_job.broke',
        eventKey: 'k',
        threadKey: 't',
        releaseAt: now,
        // Released, so that the worker leaves it alone.
        releasedAt: now,
        deliveries: { create: { id: randomUUID(), channelId, projectId, status: 'sent', expiresAt: now } },
        inbox: { create: { userId, projectId } },
      },
    });
    const job = {
      integrationId,
      jobKey: 'win',
      jobName: 'win',
      branch: 'main',
      lastSeenAt: now,
      lastBuildRunId: 1,
    };
    await prisma.problem.create({
      data: {
        ...scope,
        fingerprint: 'f'.repeat(64),
        category: 'compile',
        title: 'x',
        firstSeenAt: now,
        lastSeenAt: now,
        firstBuildRunId: 1,
        lastBuildRunId: 1,
        jobs: { create: job },
      },
    });
  }

  it('deletes the project with all its data, once its name is typed', async () => {
    const doomed = await make.project(accountId);
    const other = await make.project(accountId);
    const { id: integrationId } = await make.integration(doomed, 'jenkins');
    const data = { accountId, title: 'x' };
    await prisma.task.createMany({ data: [doomed, other].map(({ id }) => ({ ...data, projectId: id })) });
    await notifyOf(doomed.id, integrationId);
    const { name } = await prisma.project.findUniqueOrThrow({ where: { id: doomed.id } });
    const target = `/projects/${doomed.id}/delete`;
    expect((await owner.browser.call('POST', target, { name: 'another' })).status).toBe(422);
    expect((await member.browser.call('POST', target, { name })).status).toBe(403);
    expect((await owner.browser.call('POST', target, { name })).status).toBe(200);
    await eventually('the project is gone', async () =>
      (await prisma.project.findUnique({ where: { id: doomed.id } })) === null ? true : undefined,
    );
    expect(await prisma.task.count({ where: { projectId: doomed.id } })).toBe(0);
    expect(await prisma.integration.count({ where: { id: integrationId } })).toBe(0);
    const ofProject = { where: { projectId: doomed.id } };
    expect([
      await prisma.notification.count(ofProject),
      await prisma.notificationDelivery.count(ofProject),
      await prisma.notificationRule.count(ofProject),
      await prisma.inboxItem.count(ofProject),
      await prisma.problem.count(ofProject),
      await prisma.problemJob.count({ where: { integrationId } }),
    ]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await prisma.task.count({ where: { projectId: other.id } })).toBe(1);
    expect(await audits('project.delete')).toMatchObject([{ target: name }]);
  });
});

describe('the badge', () => {
  async function urls() {
    const { body } = await owner.browser.call('GET', `${path}/settings`);
    return body as { badge_url: string; feed_url: string | null };
  }
  const newFeed = async () => (await owner.browser.call('POST', `${path}/feed_link`)).body.feed_url as string;
  const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
    supertest(app).get(url).set(headers).buffer(true).redirects(0);

  it('shows the last finished build of the job to anyone with the URL', async () => {
    const badge = pathOf((await urls()).badge_url);
    const none = await get(badge);
    expect([none.status, none.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(none.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(String(none.body)).toContain('no builds');
    const integration = await make.integration(project, 'jenkins');
    const build = {
      accountId,
      projectId: project.id,
      integrationId: integration.id,
      jobKey: 'nightly',
      jobName: 'nightly',
      statusAt: new Date(),
      finishedAt: new Date(),
      buildType: 'unreal' as const,
    };
    await prisma.buildRun.create({ data: { ...build, buildNumber: '1', status: 'failed', branch: 'release' } });
    await prisma.buildRun.create({ data: { ...build, buildNumber: '2', status: 'completed', branch: 'main' } });
    await prisma.buildRun.create({ data: { ...build, buildNumber: '3', status: 'cancelled', branch: 'main' } });
    await prisma.buildRun.create({ data: { ...build, buildNumber: '4', status: 'building', branch: 'main' } });
    const shown = await get(badge);
    expect(String(shown.body)).toContain('nightly: passing');
    expect(String((await get(`${badge}?branch=release`)).body)).toContain('nightly: failing');
    expect(String((await get(`${badge}?job=other`)).body)).toContain('other: no builds');
    expect((await get(badge, { 'if-none-match': String(shown.headers['etag']) })).status).toBe(304);
  });

  it('404: a wrong URL, a feed URL, or a URL that was replaced', async () => {
    const [feed, before] = [await newFeed(), await urls()];
    const badge = pathOf(before.badge_url);
    const wrong = badge.replace(/.\.svg$/, (end) => (end[0] === 'A' ? 'B.svg' : 'A.svg'));
    const feedToken = /feeds\/(.*)\.atom/.exec(feed)?.[1] ?? '';
    for (const url of [wrong, `/badges/${feedToken}.svg`, '/badges/x.svg', badge.replace('.svg', '.png')])
      expect((await get(url)).status).toBe(404);
    expect((await member.browser.call('POST', `${path}/badge_link`)).status).toBe(403);
    const { body } = await owner.browser.call('POST', `${path}/badge_link`);
    expect((await get(badge)).status).toBe(404);
    expect((await get(pathOf(body.badge_url))).status).toBe(200);
    expect(body.feed_url).toBe(feed);
    expect(await audits('project.renew_badge_link')).toMatchObject([{ userId: owner.id }]);
  });

  it('comes with a feed of the latest events, without email addresses or names', async () => {
    const title = 'Ask ana@studio.test <b>now</b> ]]> \u0008';
    await prisma.task.create({ data: { accountId, projectId: project.id, title } });
    const feed = pathOf(await newFeed());
    const { status, headers, text, body } = await get(feed);
    const xml = text ?? String(body);
    expect([status, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(xml).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
    expect(xml).toContain('nightly');
    expect(xml).not.toContain('@studio.test');
    expect(xml).toContain('Ask ana &lt;b&gt;now&lt;/b&gt; ]]&gt;');
    expect(xml).not.toContain('\u0008');
    expect((await get(feed, { 'if-none-match': String(headers['etag']) })).status).toBe(304);
  });
});
