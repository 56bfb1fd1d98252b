import { beforeEach, describe, expect, it } from '@jest/globals';
import { testReceiver } from '@slipway/testing';
import type { AuditedRequest } from './audited-requests.js';
import { anyRequest, contractOf, endpoints, listedNames, rules, validRequests } from './endpoint-rules.js';
import type { PlainBrowser } from './plain-browser.js';
import { serveIntegrations } from './served-integrations.js';

const receiver = await testReceiver();
const served = await serveIntegrations({ NOTIFICATION_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { database, make, accountId, owner, browserOf } = served;
const { prisma } = database;
const requests = validRequests(served, receiver.url);

const named = (isListed: (rule: (typeof rules)[number][1]) => boolean) =>
  rules.flatMap(([name, rule]) => (isListed(rule) ? [name] : []));

const send = async (browser: PlainBrowser, name: string, { path, body }: AuditedRequest) => {
  const answer = await browser.call(contractOf(name).method, path, body);
  return { status: answer.status, error: answer.body?.error as string | undefined, reason: answer.body?.reason };
};

it('every endpoint has a row that says what it needs', () => {
  expect(listedNames.toSorted()).toEqual([...endpoints.keys()].toSorted());
});

describe('the role of an endpoint', () => {
  /** A member who does nothing else in these tests: some requests end sessions and memberships. */
  async function newMember() {
    const { userId } = await make.studio();
    await prisma.accountMembership.create({ data: { accountId, userId } });
    return { userId, browser: await browserOf(userId) };
  }

  it.each(named(({ role }) => role === 'owner'))('%s is refused to members', async (name) => {
    const { browser } = await newMember();
    expect(await send(browser, name, anyRequest(name, served))).toMatchObject({
      status: 403,
      error: 'owner_required',
    });
  });

  it.each(named(({ role }) => role === 'member'))('%s is not', async (name) => {
    const { browser, userId } = await newMember();
    const request = anyRequest(name, served);
    // Members connect their own logins only.
    const own = name === 'connectLogin' ? { body: { user_id: userId, provider: 'perforce', uid: 'maren' } } : {};
    expect((await send(browser, name, { ...request, ...own })).error).not.toBe('owner_required');
  });

  it.each([...endpoints].filter(([, { path }]) => /:(account|project)_id/.test(path)).map(([name]) => name))(
    '%s is not found by people outside the account',
    async (name) => {
      const { status } = await send(served.outsider.browser, name, anyRequest(name, served));
      expect(status).toBe(404);
    },
  );
});

describe('in a read-only account', () => {
  beforeEach(async () => {
    await prisma.account.updateMany({ data: { readOnlyReason: 'trial_expired' } });
    await prisma.session.updateMany({ where: { userId: owner.id }, data: { confirmedAt: new Date() } });
  });

  it.each(named(({ inReadOnlyAccount }) => inReadOnlyAccount === 'refused'))('%s is refused', async (name) => {
    expect(await send(owner.browser, name, anyRequest(name, served))).toEqual({
      status: 403,
      error: 'demo_read_only',
      reason: 'trial_expired',
    });
  });

  it.each(named(({ inReadOnlyAccount }) => inReadOnlyAccount === 'allowed'))('%s works', async (name) => {
    const prepare = requests[name];
    const browser = await browserOf(owner.id);
    if (prepare === undefined) {
      expect((await send(browser, name, anyRequest(name, served))).error).not.toBe('demo_read_only');
      return;
    }
    const request = await prepare();
    await prisma.account.updateMany({ data: { readOnlyReason: 'trial_expired' } });
    expect([200, 201]).toContain((await send(browser, name, request)).status);
  });
});
