import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { announceChange, endMembership } from '@slipway/db';
import { appSecretsOf, createInvitationLinks } from '@slipway/domain';
import { eventually } from '@slipway/testing';
import supertest from 'supertest';
import { serveApi } from '../../contract/api.js';
import { openStream } from './open-stream.js';
import { type PlainBrowser, plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const served = await serveConsole();
const { app, process, database, make, accountId, project, owner, member, outsider } = served;
const { prisma } = database;
const apis = await Promise.all([1, 2].map(() => serveApi({ DATABASE_URL: process.settings.DATABASE_URL })));
const links = createInvitationLinks(appSecretsOf(process.settings));
const path = `/accounts/${accountId}`;

/** A member of the studio who also has a separate account. */
async function newColleague(role: 'owner' | 'member') {
  const { userId: id } = await make.studio();
  await prisma.accountMembership.create({ data: { accountId, userId: id, role } });
  return { id, browser: await served.browserOf(id) };
}

const remove = async (userId: number) =>
  expect((await owner.browser.call('DELETE', `${path}/members/${userId}`)).status).toBe(200);
const demote = async (userId: number) =>
  expect((await owner.browser.call('PATCH', `${path}/members/${userId}`, { role: 'member' })).status).toBe(200);

let addresses = 0;

/** The link of an invitation sent from this browser. */
async function invite(browser: PlainBrowser): Promise<string> {
  addresses += 1;
  const email = `guest-${addresses}@studio.test`;
  expect((await browser.call('POST', `${path}/invitations`, { email, role: 'owner' })).status).toBe(200);
  const { id } = await prisma.invitation.findFirstOrThrow({ where: { accountId, email } });
  return `/invitation?token=${links.tokenOf(id)}`;
}

const statusOf = async (link: string) => (await plainBrowser(app).open(link)).status;
const joinBy = (link: string) =>
  plainBrowser(app).submit(link, { name: 'Guest', password: 'a long enough password' });

describe('open invitations', () => {
  it.each([
    ['removed', remove],
    ['demoted', demote],
  ])('end permanently when the owner who sent them is %s', async (_what, change) => {
    const colleague = await newColleague('owner');
    const [theirs, others] = [await invite(colleague.browser), await invite(owner.browser)];
    const guest = plainBrowser(app);
    expect((await guest.open(theirs)).status).toBe(200);
    await change(colleague.id);
    expect(await statusOf(theirs)).toBe(410);
    expect((await joinBy(others)).headers['location']).toBe('/');
    await prisma.accountMembership.upsert({
      where: { userId_accountId: { userId: colleague.id, accountId } },
      create: { accountId, userId: colleague.id, role: 'owner' },
      update: { role: 'owner' },
    });
    expect(await statusOf(theirs)).toBe(410);
  });

  it('end when the owner who sent them leaves', async () => {
    const colleague = await newColleague('owner');
    const link = await invite(colleague.browser);
    expect((await colleague.browser.call('POST', `${path}/leave`)).status).toBe(200);
    expect(await statusOf(link)).toBe(410);
  });

  it('do not work while their sender is not an owner, whatever the reason', async () => {
    const colleague = await newColleague('owner');
    const link = await invite(colleague.browser);
    const key = { userId_accountId: { userId: colleague.id, accountId } };
    await prisma.accountMembership.update({ where: key, data: { role: 'member' } });
    expect(await statusOf(link)).toBe(410);
    const before = await prisma.accountMembership.count({ where: { accountId } });
    expect((await joinBy(link)).status).not.toBe(303);
    expect(await prisma.accountMembership.count({ where: { accountId } })).toBe(before);
  });

  it('cannot be created by an owner who is just being removed', async () => {
    const colleague = await newColleague('owner');
    const body = { email: 'too-late@studio.test', role: 'member' };
    const { invited } = await database.modelTransaction(async (tx) => {
      await tx.pool.query({
        text: 'SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
        values: [accountId],
      });
      const inviting = colleague.browser.call('POST', `${path}/invitations`, body);
      await eventually('the invitation waits for the removal', isWaitingForLock);
      await endMembership(tx, { accountId, userId: colleague.id });
      // Wrapped in an object, because the transaction would wait for a returned promise.
      return { invited: inviting };
    });
    expect((await invited).body.error).toBe('owner_required');
    expect(await prisma.invitation.count({ where: { email: body.email } })).toBe(0);
  });
});

/** Whether a statement is waiting for a lock in this database. */
async function isWaitingForLock(): Promise<true | undefined> {
  const waiting = await prisma.$queryRaw<unknown[]>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return waiting.length > 0 || undefined;
}

describe('a personal feed URL', () => {
  const get = (url: string) => supertest(app).get(new URL(url).pathname).buffer(true);

  async function makeAddress(browser: PlainBrowser): Promise<string> {
    const { status, body } = await browser.call('POST', `/projects/${project.id}/feed_link`);
    expect(status).toBe(200);
    return body.feed_url;
  }

  it('ends when its user is removed from the account, and stays invalid when they return', async () => {
    const colleague = await newColleague('member');
    const [theirs, others] = [await makeAddress(colleague.browser), await makeAddress(member.browser)];
    expect((await get(theirs)).status).toBe(200);
    await remove(colleague.id);
    expect([(await get(theirs)).status, (await get(others)).status]).toEqual([404, 200]);
    await prisma.accountMembership.create({ data: { accountId, userId: colleague.id } });
    expect((await get(theirs)).status).toBe(404);
    expect((await get(await makeAddress(colleague.browser))).status).toBe(200);
  });

  it('stays valid when an owner becomes a member, who can still read the project', async () => {
    const colleague = await newColleague('owner');
    const address = await makeAddress(colleague.browser);
    await demote(colleague.id);
    expect((await get(address)).status).toBe(200);
  });

  it('belongs to one user: a new one replaces only their own', async () => {
    expect((await outsider.browser.call('POST', `/projects/${project.id}/feed_link`)).status).toBe(404);
    const [first, others] = [await makeAddress(member.browser), await makeAddress(owner.browser)];
    const settings = async (browser: PlainBrowser) =>
      (await browser.call('GET', `/projects/${project.id}/settings`)).body;
    expect((await settings(member.browser)).feed_url).toBe(first);
    const second = await makeAddress(member.browser);
    expect((await settings(member.browser)).feed_url).toBe(second);
    expect((await get(first)).status).toBe(404);
    for (const url of [second, others]) expect((await get(url)).status).toBe(200);
    const { headers } = await get(second);
    expect(headers['cache-control']).toBe('private, no-cache');
  });

  it('in the old format, which belonged to no user, is 404', async () => {
    const before = createHmac('sha256', process.settings.APP_SECRET).update(`feed:${project.id}:1`);
    const url = `${process.settings.BASE_URL}/feeds/${project.id}-${before.digest('base64url')}.atom`;
    expect((await get(url)).status).toBe(404);
  });
});

describe('a removed user', () => {
  it('cannot reach the account through API tokens, in any process', async () => {
    const colleague = await newColleague('member');
    const { token } = await make.apiToken(colleague.id);
    const paths = [`/v1/projects/${project.id}/tasks`, `/v1/workspace/events?account_id=${accountId}`];
    const statuses = () =>
      Promise.all(apis.flatMap(({ send }) => paths.map(async (each) => (await send('GET', each, token)).status)));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await remove(colleague.id);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    for (const { send } of apis) {
      expect((await send('GET', '/v1/projects', token)).body).toEqual({ projects: [] });
      const written = await send('POST', paths[0] ?? '', token).send({ task: { title: 'x' } });
      expect(written.status).toBe(404);
    }
  });

  it('receives nothing more from the account on an open stream, but everything from other accounts', async () => {
    const colleague = await newColleague('member');
    const { accountId: ownId } = await prisma.accountMembership.findFirstOrThrow({
      where: { userId: colleague.id, accountId: { not: accountId } },
    });
    const own = await make.project(ownId);
    const stream = await openStream(app, await served.sessionCookie(colleague.id));
    await remove(colleague.id);
    await database.modelTransaction((tx) => announceChange(tx, project.id, 'asset'));
    await database.modelTransaction((tx) => announceChange(tx, own.id, 'task'));
    const text = await stream.readUntil('"task"');
    expect(text).toContain(`data: {"project_id":${own.id},"kinds":["task"]}`);
    expect(text).not.toContain('asset');
    await stream.close();
  });

  it('has no open stream left when it was their only account', async () => {
    const colleague = await newColleague('member');
    await prisma.accountMembership.deleteMany({ where: { userId: colleague.id, accountId: { not: accountId } } });
    const stream = await openStream(app, await served.sessionCookie(colleague.id));
    await remove(colleague.id);
    await database.modelTransaction((tx) => announceChange(tx, project.id, 'asset'));
    expect(await stream.readUntil('the end of the stream')).not.toContain('asset');
    await stream.close();
  });
});
