import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { runWorker } from '@slipway/worker';
import { serveConsole } from './served-console.js';

const { process, database, make, accountId, project, owner, member, outsider, browserOf } = await serveConsole();
const { prisma } = database;
await runWorker(process);
const path = `/accounts/${accountId}`;

const audits = (action: string) => prisma.auditEntry.findMany({ where: { accountId, action } });

describe('the plan', () => {
  it('can be changed by owners', async () => {
    const { body } = await owner.browser.call('POST', `${path}/plan`, { plan: 'studio' });
    expect(body).toMatchObject({ plan: 'studio', credits: 100, investigations_today: 0 });
    expect(await audits('billing.change_plan')).toMatchObject([{ target: 'team to studio' }]);
    expect((await member.browser.call('POST', `${path}/plan`, { plan: 'free' })).status).toBe(403);
    expect((await outsider.browser.call('GET', `${path}/billing`)).status).toBe(404);
    expect((await owner.browser.call('POST', `${path}/plan`, { plan: 'gold' })).status).toBe(422);
    expect((await member.browser.call('GET', `${path}/billing`)).body.plan).toBe('studio');
  });

  it('makes a lapsed account writable at once when a payment method is added', async () => {
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: 'trial_expired' } });
    const body = { present: true };
    expect((await owner.browser.call('POST', `${path}/payment_method`, body)).body).toMatchObject({
      has_payment_method: true,
      read_only_reason: null,
    });
    expect((await owner.browser.call('POST', `${path}/payment_method`, {})).status).toBe(422);
  });

  it('cannot be changed for the demo', async () => {
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: 'demo' } });
    const answer = await owner.browser.call('POST', `${path}/plan`, { plan: 'free' });
    await prisma.account.update({ where: { id: accountId }, data: { readOnlyReason: null } });
    expect([answer.status, answer.body.error]).toEqual([403, 'demo_read_only']);
  });

  it('lists what credits were spent on, page by page', async () => {
    const rows = Array.from({ length: 5 }, (_, index) => ({
      accountId,
      delta: 1,
      balance: index,
      reason: 'grant',
    }));
    await prisma.creditLedgerEntry.createMany({ data: rows });
    const first = await member.browser.call('GET', `${path}/credits?limit=3`);
    const cursor = encodeURIComponent(first.body.pagination.next_cursor);
    const second = await member.browser.call('GET', `${path}/credits?limit=3&cursor=${cursor}`);
    const balances = [...first.body.entries, ...second.body.entries].map(({ balance }) => balance);
    expect(balances).toEqual([4, 3, 2, 1, 0]);
    expect((await outsider.browser.call('GET', `${path}/credits`)).status).toBe(404);
  });
});

describe('the audit log', () => {
  it('shows owners who did what from where, filtered by person and action', async () => {
    await owner.browser.call('PATCH', `${path}/settings`, { time_zone: 'Europe/Berlin' });
    const { body } = await owner.browser.call('GET', `${path}/audit_log?action=account`);
    expect(body.entries).toMatchObject([
      {
        user_id: owner.id,
        action: 'account.update',
        words: 'Changed account settings',
        detail: { time_zone: 'Europe/Berlin' },
        ip_address: expect.stringContaining('127.0.0.1'),
      },
    ]);
    const ofMember = await owner.browser.call('GET', `${path}/audit_log?user_id=${member.id}`);
    expect(ofMember.body.entries).toMatchObject([{ action: 'session.start' }]);
    expect(body.projects).toEqual([{ project_id: project.id, name: expect.any(String) }]);
    expect(body.actions).toContainEqual({ action: 'token.create', words: 'Created an API token' });
    expect((await member.browser.call('GET', `${path}/audit_log`)).status).toBe(403);
    expect((await outsider.browser.call('GET', `${path}/audit_log`)).status).toBe(404);
    expect((await owner.browser.call('GET', `${path}/audit_log?cursor=x`)).status).toBe(400);
  });
});

describe('connected accounts', () => {
  const list = `${path}/connected_accounts`;
  const login = (userId: number, uid: string) => ({ user_id: userId, provider: 'perforce', uid });

  it('can be added by all users for themselves, and by owners for others', async () => {
    expect((await member.browser.call('POST', list, login(member.id, 'own'))).status).toBe(200);
    expect((await owner.browser.call('POST', list, login(member.id, 'm@studio.test'))).status).toBe(200);
    expect((await member.browser.call('POST', list, login(owner.id, 'forged'))).status).toBe(403);
    expect((await owner.browser.call('POST', list, login(outsider.id, 'x'))).status).toBe(404);
    expect((await outsider.browser.call('POST', list, login(outsider.id, 'x'))).status).toBe(404);
    expect((await owner.browser.call('POST', list, { ...login(owner.id, 'x'), provider: 'fax' })).status).toBe(
      422,
    );
    const uids = (answer: { body: { connected_accounts: { uid: string }[] } }) =>
      answer.body.connected_accounts.map(({ uid }) => uid);
    // An email address is shortened even here, because the wrong one may have been connected.
    expect(uids(await member.browser.call('GET', list))).toEqual(['own', 'm… at studio.test']);
    expect(uids(await owner.browser.call('GET', list))).toEqual(['own', 'm… at studio.test']);
    expect(await audits('connected_account.add')).toHaveLength(2);
  });

  it('are suggested for unknown authors, without their email addresses', async () => {
    const integration = await make.integration(project, 'github');
    const change = {
      accountId,
      projectId: project.id,
      integrationId: integration.id,
      sourceType: 'GitCommit' as const,
      displayIdentifier: 'abc',
      author: 'Kim <kim@elsewhere.test>',
      authorUid: 'kim@elsewhere.test',
      timestamp: new Date(),
    };
    await prisma.change.createMany({ data: ['a', 'b'].map((identifier) => ({ ...change, identifier })) });
    const { body } = await owner.browser.call('GET', list);
    expect(body.unknown_authors).toMatchObject([{ provider: 'github', author: 'Kim', changes: 2 }]);
    expect(JSON.stringify(body)).not.toContain('kim@');
    const [{ change_id }] = body.unknown_authors;
    expect((await member.browser.call('GET', list)).body.unknown_authors).toEqual([]);
    expect((await member.browser.call('POST', list, { user_id: member.id, change_id })).status).toBe(403);
    expect((await owner.browser.call('POST', list, { user_id: member.id, change_id })).status).toBe(200);
    const stored = { accountId, userId: member.id, provider: 'github', uid: 'kim@elsewhere.test' };
    expect(await prisma.connectedAccount.count({ where: stored })).toBe(1);
    expect((await owner.browser.call('GET', list)).body.unknown_authors).toEqual([]);
  });

  it('can be removed by their user or an owner', async () => {
    const { id } = await prisma.connectedAccount.create({
      data: { accountId, userId: owner.id, provider: 'jira', uid: 'owner' },
    });
    expect((await member.browser.call('DELETE', `${list}/${id}`)).status).toBe(404);
    expect((await outsider.browser.call('DELETE', `${list}/${id}`)).status).toBe(404);
    expect((await owner.browser.call('DELETE', `${list}/${id}`)).status).toBe(200);
    expect(await prisma.connectedAccount.count({ where: { id } })).toBe(0);
  });
});

describe('an account', () => {
  it('can be renamed by owners', async () => {
    const { body } = await owner.browser.call('PATCH', `${path}/settings`, { name: 'Night Harbor' });
    expect(body).toMatchObject({ name: 'Night Harbor', projects: 1, members: 2 });
    expect((await member.browser.call('PATCH', `${path}/settings`, { name: 'X' })).status).toBe(403);
    expect((await owner.browser.call('PATCH', `${path}/settings`, { time_zone: 'Moon/Base' })).status).toBe(422);
  });

  it('can be exported by owners as one document, without secrets and email addresses', async () => {
    await prisma.task.create({ data: { accountId, projectId: project.id, title: 'Exported' } });
    const answer = await owner.browser.call('GET', `${path}/export`);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="slipway-acct_\w+\.json"$/);
    const { projects, members, account } = JSON.parse(answer.text);
    expect(account.name).toBe('Night Harbor');
    expect(members).toHaveLength(2);
    expect(projects).toMatchObject([{ id: project.id, tasks: [{ title: 'Exported' }], build_runs: [] }]);
    expect(projects[0].changes).toHaveLength(2);
    expect(answer.text).not.toMatch(/@|hash|token_prefix/i);
    expect((await member.browser.call('GET', `${path}/export`)).status).toBe(403);
    expect((await outsider.browser.call('GET', `${path}/export`)).status).toBe(404);
    expect(await audits('account.export')).toHaveLength(1);
  });

  it('is deleted with its projects and with the users who belong to no other account', async () => {
    const doomed = await make.studio();
    const guest = await make.studio();
    const { id: projectId } = await make.project(doomed.accountId);
    await prisma.accountMembership.create({ data: { accountId: doomed.accountId, userId: guest.userId } });
    const [browser, visitor] = [await browserOf(doomed.userId), await browserOf(guest.userId)];
    const target = `/accounts/${doomed.accountId}/delete`;
    const { name } = await prisma.account.findUniqueOrThrow({ where: { id: doomed.accountId } });
    expect((await browser.call('POST', target, { name: 'no' })).status).toBe(422);
    expect((await visitor.call('POST', target, { name })).status).toBe(403);
    expect((await browser.call('POST', target, { name })).status).toBe(200);
    expect((await browser.call('GET', '/session')).status).toBe(401);
    expect((await visitor.call('GET', `/projects/${projectId}/people`)).status).toBe(404);
    await eventually('the account is gone', async () =>
      (await prisma.account.findUnique({ where: { id: doomed.accountId } })) === null ? true : undefined,
    );
    expect(await prisma.project.count({ where: { id: projectId } })).toBe(0);
    expect(await prisma.user.count({ where: { id: { in: [doomed.userId, guest.userId] } } })).toBe(1);
  });
});

describe('PATCH /console/api/profile', () => {
  it('changes the display name, and refuses an empty one', async () => {
    expect((await member.browser.call('PATCH', '/profile', { name: ' New \u0007Name ' })).status).toBe(200);
    expect((await member.browser.call('GET', '/session')).body.user.name).toBe('New  Name');
    expect((await member.browser.call('PATCH', '/profile', { name: ' ' })).status).toBe(422);
  });
});
