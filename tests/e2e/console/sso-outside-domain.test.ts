import { describe, expect, it } from '@jest/globals';
import { announceChange } from '@slipway/db';
import { appSecretsOf, createInvitationLinks, newId } from '@slipway/domain';
import supertest from 'supertest';
import { serveApi } from '../../contract/api.js';
import { openStream } from './open-stream.js';
import { plainBrowser } from './plain-browser.js';
import { appOf, PASSWORD, passwordHash } from './served-sign-in.js';
import { DOMAIN, isSignedIn, serveSso } from './served-sso.js';

const served = await serveSso();
const { app, database, prisma, accountId, project, owner, make, turn, provider, signIn } = served;
const api = await serveApi({ DATABASE_URL: served.process.settings.DATABASE_URL });
const links = createInvitationLinks(appSecretsOf(served.process.settings));
const sso = `/accounts/${accountId}/sso`;
let number = 0;

/**
 * A member of the account that requires single sign-on and of another studio, who owns neither and has an address outside
 * the domain.
 */
async function newFreelancer(role: 'owner' | 'member' = 'member') {
  const { userId } = await make.studio();
  const other = await make.studio();
  number += 1;
  const email = `freelancer-${number}@elsewhere.example`;
  await prisma.user.update({ where: { id: userId }, data: { email, passwordHash, name: `Freelancer ${number}` } });
  await prisma.accountMembership.deleteMany({ where: { userId } });
  await prisma.accountMembership.createMany({
    data: [
      { accountId, userId, role },
      { accountId: other.accountId, userId, role: 'member' },
    ],
  });
  const otherProject = await make.project(other.accountId);
  return { userId, email, otherAccountId: other.accountId, otherProject };
}

async function withPassword(email: string) {
  const browser = plainBrowser(app);
  const response = await browser.submit('/sign-in', { email, password: PASSWORD });
  return { browser, response };
}

/** Sets up an authenticator app in a browser whose user has just signed in. */
async function addFactor(browser: ReturnType<typeof plainBrowser>) {
  const phone = appOf((await browser.open('/second-factor/set-up')).text, { now: Date.now });
  const answer = await browser.submit('/second-factor/set-up', { ...phone.key, code: phone.code() });
  expect(answer.text).toContain('Save your recovery codes');
}

const allow = (body: object) => owner.browser.call('POST', `${sso}/allowed_addresses`, body);
const accountsOf = async (browser: ReturnType<typeof plainBrowser>) => {
  const { accounts, suspended_accounts: suspended } = (await browser.call('GET', '/session')).body;
  const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
  return { usable: ids(accounts), suspended: ids(suspended) };
};
const mailsTo = (userId: number) =>
  prisma.mailOutbox.findMany({ where: { userId, kind: 'suspended' }, orderBy: { createdAt: 'asc' } });

describe('a member outside the domain of an account that requires single sign-on', () => {
  it('can sign in with their password, and keeps every other account and the open session', async () => {
    const { userId, email, otherAccountId, otherProject } = await newFreelancer();
    const open = await served.browserOf(userId);
    expect((await turn('required')).status).toBe(200);
    const { browser, response } = await withPassword(email);
    expect([response.status, await isSignedIn(browser)]).toEqual([303, true]);
    for (const each of [open, browser]) {
      expect(await accountsOf(each)).toEqual({ usable: [otherAccountId], suspended: [accountId] });
      const statuses = async ({ id }: { id: number }) => [
        (await each.call('GET', `/projects/${id}/settings`)).status,
        (await each.call('GET', `/v1/projects/${id}/tasks`)).status,
      ];
      expect(await statuses(otherProject)).toEqual([200, 200]);
      expect(await statuses(project)).toEqual([404, 404]);
      expect((await each.call('GET', `/accounts/${accountId}/members`)).status).toBe(404);
    }
  });

  it('cannot reach the account through API tokens, feeds or streams, and everything else still works', async () => {
    const { userId, otherAccountId, otherProject } = await newFreelancer();
    const { token } = await make.apiToken(userId);
    const browser = await served.browserOf(userId);
    const feed = (await browser.call('POST', `/projects/${project.id}/feed_link`)).body.feed_url as string;
    const feedStatus = async () => (await supertest(app).get(new URL(feed).pathname)).status;
    const status = async (path: string) => (await api.send('GET', path, token)).status;
    const reached = async () => ({
      here: [
        await status(`/v1/projects/${project.id}/tasks`),
        await status(`/v1/workspace/events?account_id=${accountId}`),
        await feedStatus(),
      ],
      there: [
        await status(`/v1/projects/${otherProject.id}/tasks`),
        await status(`/v1/workspace/events?account_id=${otherAccountId}`),
      ],
    });
    expect(await reached()).toEqual({ here: [200, 200, 200], there: [200, 200] });
    const stream = await openStream(app, await served.sessionCookie(userId));
    await turn('required');
    expect(await reached()).toEqual({ here: [404, 404, 404], there: [200, 200] });
    const listed = await api.send('GET', '/v1/projects', token);
    expect(listed.body.projects.map(({ id }: { id: string }) => id)).toEqual([String(otherProject.id)]);
    const accounts = await api.send('GET', '/v1/accounts', token);
    expect(accounts.body.accounts.map(({ id }: { id: number }) => id)).toEqual([otherAccountId]);
    await database.modelTransaction((tx) => announceChange(tx, project.id, 'asset'));
    await database.modelTransaction((tx) => announceChange(tx, otherProject.id, 'task'));
    const text = await stream.readUntil('"task"');
    await stream.close();
    expect(text).toContain(`data: {"project_id":${otherProject.id},"kinds":["task"]}`);
    expect(text).not.toContain('asset');
    await turn('optional');
    expect(await reached()).toEqual({ here: [200, 200, 200], there: [200, 200] });
  });

  it('sees nothing of the account in the sidebar, the inbox or the hosts of previews', async () => {
    const { userId, otherProject } = await newFreelancer();
    const browser = await served.browserOf(userId);
    await prisma.project.update({ where: { id: project.id }, data: { previewHosts: ['previews.example'] } });
    const link = { url: 'https://slipway.test/' };
    const message = { tone: 'bad', title: 'Broken', text: '', source: 'Harbor', link };
    const notification = { id: newId(), eventKey: newId(), event: 'build.broken', threadKey: '' };
    const inbox = { create: { userId, projectId: project.id } };
    const place = { accountId, projectId: project.id, releaseAt: new Date() };
    await prisma.notification.create({ data: { ...notification, ...place, content: { message }, inbox } });
    const seen = async () => {
      const { projects } = (await browser.call('GET', '/session')).body;
      const page = await browser.open('/');
      return {
        projects: projects.map(({ id }: { id: number }) => id),
        inbox: (await browser.call('GET', '/inbox')).body.items.length,
        hasPreviews: String(page.headers['content-security-policy']).includes('previews.example'),
      };
    };
    expect(await seen()).toEqual({ projects: [project.id, otherProject.id], inbox: 1, hasPreviews: true });
    await turn('required');
    expect(await seen()).toEqual({ projects: [otherProject.id], inbox: 0, hasPreviews: false });
  });

  it('is named before an owner requires it, gets one email, and returns when it is no longer required', async () => {
    const { userId } = await newFreelancer();
    const { outside_members: outside } = (await owner.browser.call('GET', sso)).body;
    expect(outside).toContainEqual(expect.objectContaining({ user_id: userId, missing: 'permission' }));
    await turn('required');
    await turn('required');
    expect((await mailsTo(userId)).map(({ payload }) => payload)).toEqual([
      { accountName: expect.any(String), domain: DOMAIN, needs: 'permission', since: expect.any(String) },
    ]);
    const members = (await owner.browser.call('GET', `/accounts/${accountId}/members`)).body.members;
    expect(members).toContainEqual(expect.objectContaining({ user_id: userId, is_suspended: true }));
    await turn('off');
    expect((await accountsOf(await served.browserOf(userId))).usable).toContain(accountId);
  });

  it('is signed out when they return without the second factor that the account requires', async () => {
    const [plain, protectedOne] = [await newFreelancer(), await newFreelancer()];
    await turn('required');
    const { browser } = await withPassword(plain.email);
    const { browser: safe } = await withPassword(protectedOne.email);
    await addFactor(safe);
    await prisma.account.update({ where: { id: accountId }, data: { requiresSecondFactor: true } });
    await turn('optional');
    await prisma.account.update({ where: { id: accountId }, data: { requiresSecondFactor: false } });
    expect([await isSignedIn(browser), await isSignedIn(safe)]).toEqual([false, true]);
    expect(await accountsOf(safe)).toMatchObject({ suspended: [] });
  });

  it('is not named or suspended if their address is in the domain, where the provider signs them in', async () => {
    await signIn();
    const { id } = await prisma.user.findUniqueOrThrow({ where: { email: provider.person.email } });
    expect((await turn('required')).body.outside_members).not.toContainEqual(
      expect.objectContaining({ user_id: id }),
    );
    const browser = plainBrowser(app);
    await signIn(browser);
    expect((await accountsOf(browser)).usable).toEqual([accountId]);
  });

  it('does not count as one of the owners without whom the account cannot be', async () => {
    const { userId } = await newFreelancer('owner');
    await turn('required');
    expect(await prisma.accountMembership.count({ where: { accountId, role: 'owner' } })).toBe(2);
    const left = await owner.browser.call('POST', `/accounts/${accountId}/leave`);
    expect([left.status, left.body.error]).toEqual([422, 'last_owner']);
    const demoted = await owner.browser.call('PATCH', `/accounts/${accountId}/members/${userId}`, {
      role: 'member',
    });
    expect(demoted.status).toBe(200);
  });
});

describe('an address outside the domain that an owner allowed', () => {
  it('needs a second factor to use the account, and loses it with the second factor', async () => {
    const { userId, email, otherAccountId } = await newFreelancer();
    await turn('required');
    const allowed = await allow({ user_id: userId });
    expect(allowed.status).toBe(200);
    expect(allowed.body.outside_members).toContainEqual(
      expect.objectContaining({ user_id: userId, missing: 'second_factor' }),
    );
    expect(JSON.stringify(allowed.body)).not.toContain(email);
    const { browser } = await withPassword(email);
    expect((await accountsOf(browser)).usable).toEqual([otherAccountId]);
    await addFactor(browser);
    expect((await accountsOf(browser)).usable.toSorted()).toEqual([accountId, otherAccountId].toSorted());
    await browser.submit('/second-factor/remove', {});
    expect(await accountsOf(browser)).toEqual({ usable: [otherAccountId], suspended: [accountId] });
    expect((await mailsTo(userId)).map(({ payload }) => payload)).toMatchObject([
      { needs: 'permission' },
      { needs: 'second_factor' },
    ]);
  });

  it('is taken off the list again, which ends access, and both are recorded without the address', async () => {
    const { userId, email, otherAccountId } = await newFreelancer();
    const { browser } = await withPassword(email);
    await addFactor(browser);
    const [address] = (await allow({ email: email.toUpperCase() })).body.allowed_addresses;
    expect(address.recipient).toBe('fr… at elsewhere.example');
    await turn('required');
    expect((await accountsOf(browser)).suspended).toEqual([]);
    const removed = await owner.browser.call('DELETE', `${sso}/allowed_addresses/${address.id}`);
    expect([removed.status, removed.body.allowed_addresses]).toEqual([200, []]);
    expect(await accountsOf(browser)).toEqual({ usable: [otherAccountId], suspended: [accountId] });
    expect(await mailsTo(userId)).toHaveLength(1);
    const entries = await prisma.auditEntry.findMany({
      where: { accountId, action: { in: ['sso.allow_address', 'sso.disallow_address'] } },
      orderBy: { id: 'desc' },
      take: 2,
    });
    expect(entries.map(({ target }) => target)).toEqual([address.recipient, address.recipient]);
  });

  it.each([
    ['neither an address nor a member', {}, 422],
    ['both', { email: 'a@b.example', user_id: 1 }, 422],
    ['a person who is no member', { user_id: 2_000_000 }, 404],
  ])('is refused: %s', async (_, body, status) => {
    expect((await allow(body)).status).toBe(status);
  });
});

describe('an owner outside the domain', () => {
  it('cannot require single sign-on before they would keep access themselves, nor take their own address away', async () => {
    const { userId, email } = await newFreelancer('owner');
    const { browser } = await withPassword(email);
    const require = () => browser.call('POST', `${sso}/state`, { state: 'required' });
    const refused = await require();
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('lock yourself out')]);
    expect((await browser.call('GET', sso)).body.provider.state).toBe('optional');
    expect(await mailsTo(userId)).toEqual([]);
    const [address] = (await allow({ user_id: userId })).body.allowed_addresses;
    expect((await require()).status).toBe(422);
    await addFactor(browser);
    expect((await require()).status).toBe(200);
    expect((await accountsOf(browser)).suspended).toEqual([]);
    const own = await browser.call('DELETE', `${sso}/allowed_addresses/${address.id}`);
    expect([own.status, (await accountsOf(browser)).suspended]).toEqual([422, []]);
  });
});

describe('an invitation to an account that requires single sign-on', () => {
  const invite = (email: string) =>
    owner.browser.call('POST', `/accounts/${accountId}/invitations`, { email, role: 'member' });
  const linkTo = async (email: string) => {
    const { id } = await prisma.invitation.findFirstOrThrow({ where: { accountId, email } });
    return `/invitation?token=${links.tokenOf(id)}`;
  };

  it('is refused for an address outside the domain until an owner allows it; the guest then adds a second factor', async () => {
    await turn('required');
    const email = `guest-${number}@contractor.example`;
    const refused = await invite(email);
    expect([refused.status, refused.body.error]).toEqual([422, 'address_not_allowed']);
    expect(refused.body.message).toContain('outside its domain');
    expect((await invite(`colleague-${number}@${DOMAIN}`)).status).toBe(200);
    await allow({ email });
    expect((await invite(email)).status).toBe(200);
    const guest = plainBrowser(app);
    const joined = await guest.submit(await linkTo(email), { name: 'Guest', password: 'a long enough password' });
    expect(joined.headers['location']).toBe('/second-factor/set-up');
    expect(await accountsOf(guest)).toEqual({ usable: [], suspended: [accountId] });
    await addFactor(guest);
    expect(await accountsOf(guest)).toEqual({ usable: [accountId], suspended: [] });
  });

  it('that was sent before does not let an address outside the domain in until an owner allows it', async () => {
    const email = `early-${number}@contractor.example`;
    await invite(email);
    await turn('required');
    const link = await linkTo(email);
    const refused = await plainBrowser(app).open(link);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('You cannot join yet')]);
    await allow({ email });
    expect((await plainBrowser(app).open(link)).status).toBe(200);
  });
});
