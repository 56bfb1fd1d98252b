import { describe, expect, it } from '@jest/globals';
import { recordTokenRefusals, recordTokenUsage } from '@slipway/db';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';
import { appOf, PASSWORD, passwordHash } from './served-sign-in.js';

const { app, database, make, browserOf } = await serveConsole();
const { prisma } = database;

/** A person who belongs to two studios, each of which has a project. */
async function sharedMember() {
  const [here, there] = [await make.studio(), await make.studio()];
  const { userId } = await make.studio();
  const { email } = await prisma.user.update({ where: { id: userId }, data: { passwordHash } });
  await prisma.accountMembership.deleteMany({ where: { userId } });
  for (const { accountId } of [here, there])
    await prisma.accountMembership.create({ data: { accountId, userId, role: 'member' } });
  const studioOf = async ({ accountId }: { readonly accountId: number }) => ({
    accountId,
    project: await prisma.project.update({
      where: { id: (await make.project(accountId)).id },
      data: { name: `Secret of ${accountId}` },
    }),
    entries: () =>
      prisma.auditEntry.findMany({
        where: { accountId, userId, action: { startsWith: 'token.' } },
        orderBy: { id: 'asc' },
      }),
  });
  return {
    userId,
    email,
    browser: await browserOf(userId),
    here: await studioOf(here),
    there: await studioOf(there),
  };
}

const TOKEN = { name: 'Client X deploys', scopes: ['ping'], expires_in_days: 30 };
const source = { ipAddress: '203.0.113.7', userAgent: 'test' };

/** Does everything that the audit log records about a token. */
async function useUp({ browser }: Awaited<ReturnType<typeof sharedMember>>, fields: object) {
  const created = await browser.call('POST', '/tokens', { ...TOKEN, ...fields });
  expect(created.status).toBe(200);
  const { id } = created.body.token;
  await recordTokenUsage(database, [{ tokenId: id, ...source }], new Date());
  await recordTokenRefusals(database, [{ tokenId: id, ...source }], new Date());
  expect((await browser.call('POST', `/tokens/${id}/restrict`, { networks: ['198.51.100.0/24'] })).status).toBe(
    200,
  );
  expect((await browser.call('POST', `/tokens/${id}/revoke`)).status).toBe(200);
}

const ALL = ['token.create', 'token.first_use', 'token.refuse_network', 'token.restrict', 'token.revoke'];
const actionsOf = async ({ entries }: { entries(): Promise<{ action: string }[]> }) =>
  (await entries()).map(({ action }) => action);

describe('an audit entry about an API token', () => {
  it('is in every account of its user if the token is not restricted to projects', async () => {
    const someone = await sharedMember();
    await useUp(someone, {});
    expect([await actionsOf(someone.here), await actionsOf(someone.there)]).toEqual([ALL, ALL]);
  });

  it('is only in the account of its projects, and reveals nothing to the other one', async () => {
    const someone = await sharedMember();
    await useUp(someone, { project_ids: [someone.here.project.id] });
    expect(await actionsOf(someone.here)).toEqual(ALL);
    expect(await someone.there.entries()).toEqual([]);
  });

  it('names only projects of its own account if the token reaches both', async () => {
    const someone = await sharedMember();
    const { here, there, browser } = someone;
    await useUp(someone, { project_ids: [here.project.id, there.project.id] });
    for (const studio of [here, there]) {
      const named = (await studio.entries()).filter(({ detail }) => 'project_ids' in (detail as object));
      expect(
        named.map(({ action, detail }) => [action, (detail as { project_ids: number[] }).project_ids]),
      ).toEqual(['token.create', 'token.restrict'].map((action) => [action, [studio.project.id]]));
    }
    const { body } = await browser.call('POST', '/tokens', TOKEN);
    await browser.call('POST', `/tokens/${body.token.id}/restrict`, { project_ids: [here.project.id] });
    // The last that the other account learns: the token no longer reaches it.
    expect((await there.entries()).at(-1)).toMatchObject({
      action: 'token.restrict',
      detail: { project_ids: [] },
    });
    const before = (await there.entries()).length;
    await browser.call('POST', `/tokens/${body.token.id}/revoke`);
    expect([(await there.entries()).length, (await here.entries()).at(-1)?.action]).toEqual([
      before,
      'token.revoke',
    ]);
  });
});

describe('an audit entry about a person', () => {
  it('reveals nothing about their other accounts, and contains no email address', async () => {
    const { email, userId, here, there } = await sharedMember();
    await prisma.apiToken.updateMany({ where: { userId }, data: { projectIds: [here.project.id] } });
    const browser = plainBrowser(app);
    await browser.submit('/sign-in', { email, password: PASSWORD });
    await browser.call('PATCH', '/profile', { name: 'Robin' });
    const phone = appOf((await browser.open('/second-factor/set-up')).text, { now: Date.now });
    await browser.submit('/second-factor/set-up', { ...phone.key, code: phone.code() });
    await browser.submit('/second-factor/codes', {});
    await browser.submit('/second-factor/remove', {});
    await browser.call('POST', '/sessions/end_others');
    const next = { current_password: PASSWORD, new_password: 'another horse battery' };
    expect((await browser.call('POST', '/password', next)).status).toBe(200);
    await browser.submit('/sign-out', {});
    const entries = await prisma.auditEntry.findMany({ where: { accountId: there.accountId, userId } });
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['session.start', 'profile.rename', 'second_factor.enable', 'password.change']),
    );
    const text = JSON.stringify(entries.map(({ target, detail }) => [target, detail]));
    for (const hidden of ['@', email.split('@')[0] ?? '', `Secret of ${here.accountId}`, 'project'])
      expect(text).not.toContain(hidden);
  });
});
