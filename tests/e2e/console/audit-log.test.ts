import { describe, expect, it } from '@jest/globals';
import { eventually } from '@slipway/testing';
import { plainBrowser } from './plain-browser.js';
import { serveConsole } from './served-console.js';

const { app, process, database, make, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
const path = `/accounts/${accountId}/audit_log`;
const PASSWORD = 'correct horse battery';
/** Its Argon2id hash. */
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$3bRZIHIJW0Rg0Wti1gRwIA$DLzlht2xlfieGV4iO+mzPfx3LB2fAvhJC3MQQp1B6W8';

/** A user with a password, who owns an account. */
async function person() {
  const { userId, accountId: own } = await make.studio();
  const { email } = await prisma.user.update({ where: { id: userId }, data: { passwordHash } });
  const actions = async () => {
    const rows = await prisma.auditEntry.findMany({ where: { accountId: own }, orderBy: { position: 'asc' } });
    return rows.map(({ action }) => action);
  };
  return { userId, email, own, actions };
}

describe('signing in and out', () => {
  it('is recorded in the audit log of each of the accounts of the user', async () => {
    const { userId, email, own, actions } = await person();
    const second = await make.studio();
    await prisma.accountMembership.create({ data: { accountId: second.accountId, userId } });
    const browser = plainBrowser(app);
    await browser.submit('/sign-in', { email, password: PASSWORD });
    await browser.submit('/sign-out', {});
    expect(await actions()).toEqual(['session.start', 'session.sign_out']);
    expect(await prisma.auditEntry.count({ where: { accountId: second.accountId, userId } })).toBe(2);
    expect(await prisma.auditEntry.findFirst({ where: { accountId: own } })).toMatchObject({
      ipAddress: expect.stringContaining('127.0.0.1'),
    });
  });

  it('records a failure for the user whose address was typed, without the address', async () => {
    const { email, own, actions } = await person();
    await plainBrowser(app).submit('/sign-in', { email, password: 'wrong' });
    await eventually(
      'the failure is recorded',
      async () => (await actions()).includes('session.refuse') || undefined,
    );
    const entry = await prisma.auditEntry.findFirstOrThrow({ where: { accountId: own } });
    expect(entry).toMatchObject({ target: '', detail: { reason: 'password' } });
  });

  it('records a failure for an unknown address only in the log, without the address', async () => {
    const before = await prisma.auditEntry.count();
    await plainBrowser(app).submit('/sign-in', { email: 'nobody@else.test', password: 'wrong' });
    const lines = process.logLines.join('');
    expect(lines).toContain('sign-in with unknown address');
    expect(lines).not.toContain('nobody@else.test');
    expect(await prisma.auditEntry.count()).toBe(before);
  });
});

describe('the download of an audit log', () => {
  it('has one entry per line in the format of the API, as filtered', async () => {
    await owner.browser.call('PATCH', `/accounts/${accountId}/settings`, { time_zone: 'Europe/Berlin' });
    const { status, headers, text } = await owner.browser.call('GET', `${path}/export?action=account.update`);
    expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const entries = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toEqual([
      expect.objectContaining({
        user_id: owner.id,
        action: 'account.update',
        position: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      }),
    ]);
  });

  it('is recorded itself, and is for owners only', async () => {
    const count = () => prisma.auditEntry.count({ where: { accountId, action: 'account.export_audit_log' } });
    const before = await count();
    expect((await owner.browser.call('GET', `${path}/export`)).status).toBe(200);
    expect((await member.browser.call('GET', `${path}/export`)).status).toBe(403);
    expect((await outsider.browser.call('GET', `${path}/export`)).status).toBe(404);
    expect((await owner.browser.call('GET', `${path}/export?since=soon`)).status).toBe(422);
    expect(await count()).toBe(before + 1);
  });
});

describe('decisions on assets', () => {
  it('are recorded, and so is taking them back', async () => {
    const asset = await make.asset(project, { name: 'T_Crate' });
    const { id } = await make.approval(project, asset.id);
    const body = { approval_ids: [id] };
    await member.browser.call('POST', `/accounts/${accountId}/approvals/decide`, { ...body, status: 'denied' });
    await member.browser.call('POST', `/accounts/${accountId}/approvals/reopen`, body);
    const { body: log } = await owner.browser.call('GET', `${path}?action=approval`);
    expect(log.entries).toMatchObject([
      { action: 'approval.reopen', user_id: member.id, target: 'T_Crate', detail: { approval_id: id } },
      { action: 'approval.decide', target: 'T_Crate', detail: { decision: 'denied', approval_id: id } },
    ]);
  });
});

describe('the state of the chain', () => {
  it('is intact, until someone changes an entry in the database', async () => {
    expect((await owner.browser.call('GET', `${path}/integrity`)).body).toMatchObject({ problems: [] });
    await prisma.$transaction([
      prisma.$executeRaw`SET LOCAL session_replication_role = replica`,
      prisma.$executeRaw`UPDATE audit_entries SET target = 'forged' WHERE account_id = ${accountId} AND position = 1`,
    ]);
    const { body } = await owner.browser.call('GET', `${path}/integrity`);
    expect(body.problems).toEqual([{ kind: 'changed', from: 1, to: 1 }]);
    expect((await member.browser.call('GET', `${path}/integrity`)).status).toBe(403);
    expect((await outsider.browser.call('GET', `${path}/integrity`)).status).toBe(404);
  });
});
