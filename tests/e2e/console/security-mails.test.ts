import { describe, expect, it } from '@jest/globals';
import { appSecretsOf, createInvitationLinks } from '@slipway/domain';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, make, accountId, project, owner, member } = await serveConsole();
const { prisma } = database;
const links = createInvitationLinks(appSecretsOf(process.settings));
const PASSWORD = 'correct horse battery';
/** Its Argon2id hash. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3bRZIHIJW0Rg0Wti1gRwIA$DLzlht2xlfieGV4iO+mzPfx3LB2fAvhJC3MQQp1B6W8';

/** The payloads of the emails of a kind, by recipient. */
async function mails(kind: string) {
  const rows = await prisma.mailOutbox.findMany({ where: { kind }, orderBy: [{ userId: 'asc' }, { id: 'asc' }] });
  return rows.map(({ userId, payload }) => ({ userId, ...(payload as object) }));
}

describe('a sign-in with a new browser', () => {
  const signIn = async (
    email: string,
    browser = plainBrowser(app, undefined, { 'user-agent': 'Firefox/140.0' }),
  ) => {
    expect((await browser.submit('/sign-in?switch=1', { email, password: PASSWORD })).status).toBe(303);
    return browser;
  };

  it('is mailed to the user, once for each browser', async () => {
    const { userId } = await make.studio();
    const { email } = await prisma.user.update({ where: { id: userId }, data: { passwordHash } });
    const browser = await signIn(email);
    const mailed = {
      userId,
      userAgent: 'Firefox/140.0',
      ipAddress: expect.stringContaining('127.0.0.1'),
      signedInAt: expect.any(String),
    };
    const own = async () => (await mails('new_device')).filter((mail) => mail.userId === userId);
    expect(await own()).toEqual([mailed]);
    await browser.submit('/sign-out', {});
    await signIn(email, browser);
    expect(await own()).toHaveLength(1);
    await signIn(email);
    expect(await own()).toEqual([mailed, mailed]);
  });

  it('is mailed once to each of eight people who share a browser, however often they take turns', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => make.studio()));
    const ids = people.map(({ userId }) => userId);
    await prisma.user.updateMany({ where: { id: { in: ids } }, data: { passwordHash } });
    const users = await prisma.user.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    const browser = plainBrowser(app);
    for (const { email } of [...users, ...users]) await signIn(email, browser);
    const sent = (await mails('new_device')).filter(({ userId }) => ids.includes(Number(userId)));
    expect(sent.map(({ userId }) => userId)).toEqual(users.map(({ id }) => id));
  });

  it('is not mailed for a wrong password, nor to someone who has just joined', async () => {
    const before = (await mails('new_device')).length;
    const { email } = await prisma.user.update({ where: { id: member.id }, data: { passwordHash } });
    await plainBrowser(app).submit('/sign-in', { email, password: 'wrong' });
    await invite('joined@studio.test', 'member', 'Joined Person');
    expect(await mails('new_device')).toHaveLength(before);
  });
});

async function invite(email: string, role: string, name: string) {
  await owner.browser.call('POST', `/accounts/${accountId}/invitations`, { email, role });
  const { id } = await prisma.invitation.findFirstOrThrow({ where: { accountId, email, acceptedAt: null } });
  const link = `/invitation?token=${links.tokenOf(id)}`;
  const answer = await plainBrowser(app).submit(link, { name, password: 'a long enough password' });
  expect(answer.headers['location']).toBe('/');
  return (await prisma.user.findUniqueOrThrow({ where: { email } })).id;
}

describe('a new owner', () => {
  it('is mailed to every owner, by a change of role and by an invitation', async () => {
    const [{ name: ownerName }, { name: memberName }, { name: accountName }] = await Promise.all([
      prisma.user.findUniqueOrThrow({ where: { id: owner.id } }),
      prisma.user.findUniqueOrThrow({ where: { id: member.id } }),
      prisma.account.findUniqueOrThrow({ where: { id: accountId } }),
    ]);
    const change = (role: string) =>
      owner.browser.call('PATCH', `/accounts/${accountId}/members/${member.id}`, { role });
    const since = expect.any(String);
    expect((await change('owner')).status).toBe(200);
    const promoted = { accountName, name: memberName, madeBy: ownerName, since };
    expect(await mails('new_owner')).toEqual([
      { userId: owner.id, ...promoted },
      { userId: member.id, ...promoted },
    ]);
    await change('owner');
    expect(await mails('new_owner')).toHaveLength(2);
    await change('member');
    await prisma.mailOutbox.deleteMany();
    const invited = await invite('second.owner@studio.test', 'owner', 'Second Owner');
    const joined = { accountName, name: 'Second Owner', madeBy: ownerName, since };
    expect(await mails('new_owner')).toEqual([
      { userId: owner.id, ...joined },
      { userId: invited, ...joined },
    ]);
  });

  it('is mailed only if the change is saved', async () => {
    await prisma.mailOutbox.deleteMany();
    const foreign = await make.studio();
    const path = `/accounts/${accountId}/members/${foreign.userId}`;
    expect((await owner.browser.call('PATCH', path, { role: 'owner' })).status).toBe(404);
    expect(await mails('new_owner')).toEqual([]);
  });
});

describe('a new signing secret', () => {
  it('of a new or existing integration or notification channel is mailed to every owner, without the secret', async () => {
    await prisma.mailOutbox.deleteMany();
    const base = `/projects/${project.id}`;
    const added = await owner.browser.call('POST', `${base}/integrations`, {
      provider: 'jira',
      name: 'Jira',
      with_secret: true,
    });
    const { id } = added.body.integration;
    const rotated = await owner.browser.call('POST', `${base}/integrations/${id}/secret`, { overlap: 'none' });
    const hook = { kind: 'webhook', name: 'Hook', url: 'https://hooks.example.com/builds' };
    const channel = await owner.browser.call('POST', `${base}/notification_channels`, hook);
    const channelPath = `${base}/notification_channels/${channel.body.channel.id}/secret`;
    const renewed = await owner.browser.call('POST', channelPath);
    expect([rotated.status, renewed.status]).toEqual([200, 200]);
    const sent = (await mails('new_secret')).filter(({ userId }) => userId === owner.id);
    const ipAddress = expect.stringContaining('127.0.0.1');
    expect(sent).toMatchObject([
      { name: 'Jira', integrationId: id, isFirst: true, projectId: project.id, ipAddress },
      { name: 'Jira', integrationId: id, projectId: project.id, ipAddress },
      { name: 'Hook', integrationId: null, isFirst: true, projectId: project.id, ipAddress },
      { name: 'Hook', integrationId: null, projectId: project.id, ipAddress },
    ]);
    const owners = await prisma.accountMembership.count({ where: { accountId, role: 'owner' } });
    expect(await mails('new_secret')).toHaveLength(4 * owners);
    const secrets = [added, rotated, channel, renewed].map(({ body }) => body.secret as string);
    for (const secret of secrets) expect(JSON.stringify(await mails('new_secret'))).not.toContain(secret);
  });

  it('is not mailed for an integration that is created without one', async () => {
    await prisma.mailOutbox.deleteMany();
    const fields = { provider: 'jira', name: 'Jira' };
    expect((await owner.browser.call('POST', `/projects/${project.id}/integrations`, fields)).status).toBe(201);
    expect(await mails('new_secret')).toEqual([]);
  });
});
