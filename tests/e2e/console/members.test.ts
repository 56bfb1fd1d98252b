import { beforeEach, describe, expect, it } from '@jest/globals';
import { composeConsole } from '@slipway/console';
import { appSecretsOf, createInvitationLinks, newId } from '@slipway/domain';
import { testProcess } from '@slipway/testing';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, make, accountId, project, owner, member, outsider, browserOf } =
  await serveConsole();
const { prisma } = database;
const links = createInvitationLinks(appSecretsOf(process.settings));
const withOpenSignUp = composeConsole(
  await testProcess({ DATABASE_URL: process.settings.DATABASE_URL, SIGN_UP: 'open' }),
  () => false,
);
const PASSWORD = 'a long enough password';
const path = `/accounts/${accountId}`;

async function invite(email: string, role = 'member'): Promise<string> {
  const answer = await owner.browser.call('POST', `${path}/invitations`, { email, role });
  expect(answer.status).toBe(200);
  const { id } = await prisma.invitation.findFirstOrThrow({ where: { accountId, email, acceptedAt: null } });
  return `/invitation?token=${links.tokenOf(id)}`;
}

/** A new user who joined with an invitation. */
async function join(email: string) {
  const browser = plainBrowser(app);
  const joined = await browser.submit(await invite(email), { name: 'New Person', password: PASSWORD });
  expect(joined.headers['location']).toBe('/');
  const { id } = await prisma.user.findUniqueOrThrow({ where: { email } });
  return { id, browser };
}

const audits = (action: string) => prisma.auditEntry.findMany({ where: { accountId, action } });

beforeEach(async () => {
  await prisma.invitation.deleteMany({ where: { acceptedAt: null } });
});

describe('an invitation', () => {
  it('lets a new user choose a name and a password and join, once', async () => {
    const link = await invite('sana@studio.test', 'owner');
    const browser = plainBrowser(app);
    const { text } = await browser.open(link);
    expect(text).toContain('sana@studio.test');
    expect((await browser.submit(link, { name: '', password: PASSWORD })).status).toBe(422);
    expect((await browser.submit(link, { name: 'Sana', password: 'short' })).status).toBe(422);
    expect((await browser.submit(link, { name: 'Sana', password: PASSWORD })).headers['location']).toBe('/');
    const session = await browser.call('GET', '/session');
    expect(session.body).toMatchObject({ user: { name: 'Sana' }, account_id: accountId });
    const user = await prisma.user.findUniqueOrThrow({
      where: { email: 'sana@studio.test' },
      include: { memberships: true, projectMemberships: true },
    });
    expect(user.isAddressProven).toBe(true);
    expect(user.memberships).toMatchObject([{ accountId, role: 'owner' }]);
    expect(user.projectMemberships).toMatchObject([{ projectId: project.id }]);
    expect((await plainBrowser(app).open(link)).status).toBe(410);
    expect(await audits('member.join')).toMatchObject([{ userId: user.id }]);
    await prisma.user.delete({ where: { id: user.id } });
  });

  it('can be sent again: the same link works for another seven days, in the name of who resends it', async () => {
    const link = await invite('late@studio.test');
    const { id } = await prisma.invitation.findFirstOrThrow({ where: { email: 'late@studio.test' } });
    await prisma.invitation.update({ where: { id }, data: { expiresAt: new Date(0) } });
    expect((await plainBrowser(app).open(link)).status).toBe(410);
    const mails = () => prisma.mailOutbox.count({ where: { kind: 'invitation', userId: owner.id } });
    const before = await mails();
    expect((await owner.browser.call('POST', `${path}/invitations/${id}/resend`)).status).toBe(200);
    expect([await mails(), (await plainBrowser(app).open(link)).status]).toEqual([before + 1, 200]);
    const gone = await owner.browser.call('POST', `${path}/invitations/${newId()}/resend`);
    expect(gone.status).toBe(404);
  });

  it('can be passed on as a copied link', async () => {
    await invite('copied@studio.test');
    const { id } = await prisma.invitation.findFirstOrThrow({ where: { email: 'copied@studio.test' } });
    const { body } = await owner.browser.call('POST', `${path}/invitations/${id}/link`);
    const browser = plainBrowser(app);
    const joined = await browser.submit(body.url.replace(process.settings.BASE_URL, ''), {
      name: 'Copied',
      password: PASSWORD,
    });
    expect(joined.headers['location']).toBe('/');
    expect(await audits('member.copy_invitation')).toHaveLength(1);
    const { isAddressProven } = await prisma.user.delete({ where: { email: 'copied@studio.test' } });
    expect(isAddressProven).toBe(false);
  });

  it('needs the emailed link for a new person where anyone can own an account', async () => {
    const link = await invite('victim@studio.test');
    const { id } = await prisma.invitation.findFirstOrThrow({ where: { email: 'victim@studio.test' } });
    const { body } = await owner.browser.call('POST', `${path}/invitations/${id}/link`);
    const copied = body.url.replace(process.settings.BASE_URL, '');
    const statuses = [copied, link].map(async (each) => (await plainBrowser(withOpenSignUp).open(each)).status);
    expect(await Promise.all(statuses)).toEqual([403, 200]);
  });

  it('leads to the sign-in page after it is accepted when no session can be stored', async () => {
    const link = await invite('noor@studio.test');
    await prisma.$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE 'shutting down' USING ERRCODE = 'admin_shutdown';
      END $$`;
    await prisma.$executeRaw`
      CREATE TRIGGER refuse BEFORE INSERT ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()`;
    const joined = await plainBrowser(app).submit(link, { name: 'Noor', password: PASSWORD });
    await prisma.$executeRaw`DROP FUNCTION refuse() CASCADE`;
    expect([joined.status, joined.headers['location']]).toEqual([303, '/sign-in']);
    const signedIn = await plainBrowser(app).submit('/sign-in', { email: 'noor@studio.test', password: PASSWORD });
    expect(signedIn.headers['location']).toBe('/');
    await prisma.user.delete({ where: { email: 'noor@studio.test' } });
  });

  it('lets an existing user with this address join after signing in', async () => {
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: outsider.id } });
    const link = await invite(email);
    expect((await plainBrowser(app).open(link)).headers['location']).toMatch(/^\/sign-in\?return_to=/);
    expect((await member.browser.open(link)).status).toBe(403);
    expect((await outsider.browser.submit(link, {})).headers['location']).toBe('/');
    expect((await outsider.browser.call('GET', '/session')).body.account_id).toBe(accountId);
    await prisma.accountMembership.deleteMany({ where: { accountId, userId: outsider.id } });
    await prisma.projectMembership.deleteMany({ where: { userId: outsider.id } });
  });

  it('stops working when it is withdrawn, replaced, altered or seven days old', async () => {
    const first = await invite('kim@studio.test');
    const second = await invite('kim@studio.test');
    expect((await plainBrowser(app).open(first)).status).toBe(410);
    expect((await plainBrowser(app).open(`${second}x`)).status).toBe(410);
    const { id, expiresAt, createdAt } = await prisma.invitation.findFirstOrThrow({
      where: { email: 'kim@studio.test' },
    });
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 24 * 60 * 60_000);
    await prisma.invitation.update({ where: { id }, data: { expiresAt: new Date() } });
    expect((await plainBrowser(app).open(second)).status).toBe(410);
    const third = await invite('kim@studio.test');
    const open = await prisma.invitation.findFirstOrThrow({ where: { email: 'kim@studio.test' } });
    const withdrawn = `${path}/invitations/${open.id}`;
    expect((await member.browser.call('DELETE', withdrawn)).status).toBe(403);
    expect((await owner.browser.call('DELETE', withdrawn)).status).toBe(200);
    expect((await owner.browser.call('DELETE', withdrawn)).status).toBe(404);
    expect((await plainBrowser(app).open(third)).status).toBe(410);
  });

  it('is listed for owners, without the address, and not for members', async () => {
    await invite('hidden@studio.test');
    const { body } = await owner.browser.call('GET', `${path}/members`);
    expect(body.invitations).toMatchObject([
      { recipient: 'hi… at studio.test', role: 'member', is_expired: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('@');
    expect((await member.browser.call('GET', `${path}/members`)).body.invitations).toEqual([]);
    expect(
      JSON.stringify(await audits('member.invite'), (_key, of) => (typeof of === 'bigint' ? 0 : of)),
    ).not.toContain('@');
  });

  it('cannot be accepted by another site', async () => {
    const link = await invite('csrf@studio.test');
    const token = new URL(link, 'http://x').searchParams.get('token') ?? '';
    const answer = await plainBrowser(app).post('/invitation', { token, name: 'Eve', password: PASSWORD });
    expect(answer.status).toBe(403);
  });

  it.each([{ email: 'nobody' }, { email: 'a@b.c', role: 'admin' }, { role: 'member' }])(
    '422: %j',
    async (fields) => {
      const body = { role: 'member', ...fields };
      expect((await owner.browser.call('POST', `${path}/invitations`, body)).status).toBe(422);
    },
  );

  it('422: an address that already belongs to the account; 403: for members; 404: for a user outside the account', async () => {
    const { email } = await prisma.user.findUniqueOrThrow({ where: { id: member.id } });
    const body = { email, role: 'member' };
    const answer = await owner.browser.call('POST', `${path}/invitations`, body);
    expect([answer.status, answer.body.error]).toEqual([422, 'already_member']);
    expect((await member.browser.call('POST', `${path}/invitations`, body)).status).toBe(403);
    expect((await outsider.browser.call('POST', `${path}/invitations`, body)).status).toBe(404);
  });
});

describe('a member', () => {
  it('is listed with name, role and the permissions of each role', async () => {
    const { status, body } = await member.browser.call('GET', `${path}/members`);
    expect(status).toBe(200);
    expect(body.members).toMatchObject([
      { user_id: owner.id, role: 'owner', is_you: false },
      { user_id: member.id, role: 'member', is_you: true },
    ]);
    expect(body.permissions).toContainEqual({
      area: 'Projects',
      action: 'Delete projects',
      owner: true,
      member: false,
    });
    expect(body.permissions).toContainEqual({ area: 'Work', action: 'Create a task', owner: true, member: true });
    expect((await outsider.browser.call('GET', `${path}/members`)).status).toBe(404);
  });

  it('can become an owner, which is recorded', async () => {
    const { id, browser } = await join('promoted@studio.test');
    expect((await browser.call('PATCH', `${path}/members/${id}`, { role: 'owner' })).status).toBe(403);
    expect((await owner.browser.call('PATCH', `${path}/members/${id}`, { role: 'owner' })).status).toBe(200);
    expect((await browser.call('PATCH', `${path}/members/${id}`, { role: 'member' })).status).toBe(200);
    expect(await audits('member.change_role')).toHaveLength(2);
    await prisma.user.delete({ where: { id } });
  });

  it('loses all access when removed, and keeps other accounts', async () => {
    const { id, browser } = await join('removed@studio.test');
    const other = await make.studio();
    await prisma.accountMembership.create({ data: { accountId: other.accountId, userId: id } });
    expect((await browser.call('GET', `/projects/${project.id}/people`)).status).toBe(200);
    expect((await owner.browser.call('DELETE', `${path}/members/${id}`)).status).toBe(200);
    expect((await browser.call('GET', `/projects/${project.id}/people`)).status).toBe(404);
    expect((await browser.call('GET', '/session')).body.account_id).toBe(other.accountId);
    expect(await prisma.projectMembership.count({ where: { userId: id } })).toBe(0);
    expect(await audits('member.remove')).toMatchObject([{ target: 'New Person' }]);
    await prisma.user.delete({ where: { id } });
  });

  it('is signed out when removed from their last account', async () => {
    const { id, browser } = await join('leaving@studio.test');
    expect((await browser.call('POST', `${path}/leave`)).status).toBe(200);
    expect((await browser.call('GET', '/session')).status).toBe(401);
    await prisma.user.delete({ where: { id } });
  });

  it('cannot leave or step down as the last owner', async () => {
    for (const [method, target, body] of [
      ['POST', `${path}/leave`, undefined],
      ['DELETE', `${path}/members/${owner.id}`, undefined],
      ['PATCH', `${path}/members/${owner.id}`, { role: 'member' }],
    ] as const) {
      const answer = await owner.browser.call(method, target, body);
      expect([answer.status, answer.body.error]).toEqual([422, 'last_owner']);
    }
  });

  it('cannot leave as the last owner, even when two owners leave at once', async () => {
    const [first, second] = [await make.studio(), await make.studio()];
    await prisma.accountMembership.create({
      data: { accountId: first.accountId, userId: second.userId, role: 'owner' },
    });
    const owners = await Promise.all([first.userId, second.userId].map(browserOf));
    const answers = await Promise.all(
      owners.map((browser) => browser.call('POST', `/accounts/${first.accountId}/leave`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

describe('a password', () => {
  const change = { current_password: PASSWORD, new_password: 'another long password' };

  it('can be changed with the current one, which ends all other sessions', async () => {
    const { id, browser } = await join('changer@studio.test');
    const elsewhere = await browserOf(id);
    const wrong = await browser.call('POST', '/password', { ...change, current_password: 'not it' });
    expect([wrong.status, wrong.body.error]).toEqual([422, 'wrong_password']);
    expect((await browser.call('POST', '/password', { ...change, new_password: 'short' })).status).toBe(422);
    const saved = await browser.call('POST', '/password', change);
    expect(saved.body).toEqual({ ended_sessions: 1 });
    expect((await elsewhere.call('GET', '/session')).status).toBe(401);
    expect((await browser.call('GET', '/session')).status).toBe(200);
    const fields = { email: 'changer@studio.test', password: change.new_password };
    expect((await plainBrowser(app).submit('/sign-in', fields)).status).toBe(303);
    expect(await audits('password.change')).toMatchObject([{ userId: id }]);
  });

  it('cannot be guessed', async () => {
    const { browser } = await join('guessed@studio.test');
    const guess = () => browser.call('POST', '/password', { ...change, current_password: 'wrong' });
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(422);
    const throttled = await browser.call('POST', '/password', change);
    expect(throttled.status).toBe(429);
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('sessions', () => {
  it('are listed for their user, and can be ended one by one, or all others at once', async () => {
    const { id, browser } = await join('traveller@studio.test');
    const [hotel, train] = [await browserOf(id), await browserOf(id)];
    const { body } = await browser.call('GET', '/sessions');
    expect(body.sessions).toHaveLength(3);
    expect(body.sessions.filter((each: { is_current: boolean }) => each.is_current)).toHaveLength(1);
    const other = body.sessions.find((each: { is_current: boolean }) => !each.is_current);
    expect((await owner.browser.call('POST', `/sessions/${other.id}/end`)).status).toBe(404);
    expect((await browser.call('POST', `/sessions/${other.id}/end`)).status).toBe(200);
    expect((await browser.call('POST', '/sessions/end_others')).body).toEqual({ ended: 1 });
    for (const ended of [hotel, train]) expect((await ended.call('GET', '/session')).status).toBe(401);
    expect((await browser.call('GET', '/session')).status).toBe(200);
  });
});
