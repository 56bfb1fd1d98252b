import { describe, expect, it } from '@jest/globals';
import { changeReport, newAppliedProject } from '@slipway/testing';
import { isSignedIn, serveSignIn } from './served-sign-in.js';
import { addPasskey, softDevice } from './soft-device.js';

const ORIGIN = 'http://localhost:4000';
const served = await serveSignIn({ BASE_URL: ORIGIN });
const { database, prisma, make, person, withPassword, protectedPerson } = served;

/** Account A with its owner, who is also a member of account B, and B's owner: the attacker. */
async function twoAccounts() {
  const [shared, attacker] = [await protectedPerson(), await person()];
  await prisma.accountMembership.create({ data: { accountId: attacker.accountId, userId: shared.userId } });
  const { browser } = await withPassword(attacker);
  return { a: shared.accountId, b: attacker.accountId, shared, attacker: { ...attacker, browser } };
}

describe('the second factor of a person who owns account A', () => {
  const factorsOf = async (userId: number) => ({
    app: await prisma.secondFactor.findMany({ where: { userId }, select: { ciphertext: true } }),
    passkeys: await prisma.passkey.findMany({ where: { userId }, select: { id: true } }),
    codes: await prisma.recoveryCode.findMany({ where: { userId }, orderBy: { codeHash: 'asc' } }),
    sessions: await prisma.session.findMany({ where: { userId }, select: { id: true }, orderBy: { id: 'asc' } }),
  });

  it('403 unowned_account: cannot be reset by the owner of account B, of which the person is a member', async () => {
    const { a, b, shared, attacker } = await twoAccounts();
    await addPasskey(shared.browser, softDevice(ORIGIN), 'Laptop');
    const before = await factorsOf(shared.userId);
    expect([before.app.length, before.passkeys.length, before.codes.length]).toEqual([1, 1, 10]);
    const reset = () =>
      attacker.browser.call('POST', `/accounts/${b}/members/${shared.userId}/reset_second_factor`);
    const refused = await reset();
    expect([refused.status, refused.body.error]).toEqual([403, 'unowned_account']);
    expect(refused.body.message).toContain('recovery code');
    // A member of A may do no more.
    await prisma.accountMembership.create({ data: { accountId: a, userId: attacker.userId } });
    expect((await reset()).body.error).toBe('unowned_account');
    expect(await factorsOf(shared.userId)).toEqual(before);
    expect(await isSignedIn(shared.browser)).toBe(true);
    expect((await withPassword(shared)).next).toMatch(/^\/sign-in\/code\?/);
    expect(await shared.actions()).not.toContain('member.reset_second_factor');
  });

  it('can be reset by someone who owns all accounts of the person, and only they are offered it', async () => {
    const { a, b, shared, attacker } = await twoAccounts();
    const offered = async () => {
      const { body, text } = await attacker.browser.call('GET', `/accounts/${b}/members`);
      const { name } = await prisma.account.findUniqueOrThrow({ where: { id: a } });
      expect(text).not.toContain(name);
      return body.members.find(({ user_id: id }: { user_id: number }) => id === shared.userId);
    };
    expect(await offered()).toMatchObject({ has_second_factor: true, can_reset_second_factor: false });
    await prisma.accountMembership.create({ data: { accountId: a, userId: attacker.userId, role: 'owner' } });
    expect(await offered()).toMatchObject({ has_second_factor: true, can_reset_second_factor: true });
    const path = `/accounts/${b}/members/${shared.userId}/reset_second_factor`;
    expect((await attacker.browser.call('POST', path)).status).toBe(200);
    expect(await isSignedIn(shared.browser)).toBe(false);
  });

  it('403 unowned_account: cannot be reset by an owner of all their accounts who is suspended in one', async () => {
    const { a, b, shared, attacker } = await twoAccounts();
    await prisma.accountMembership.create({
      data: { accountId: a, userId: attacker.userId, role: 'owner', suspendedAt: new Date() },
    });
    const path = `/accounts/${b}/members/${shared.userId}/reset_second_factor`;
    expect((await attacker.browser.call('POST', path)).body.error).toBe('unowned_account');
    expect(await isSignedIn(shared.browser)).toBe(true);
  });
});

describe('the login in a tool of a person who owns account A', () => {
  const login = (userId: number, uid: string) => ({ user_id: userId, provider: 'perforce', uid });

  it('cannot be read, forged or removed by the owner of account B, of which the person is a member', async () => {
    const { a, b, shared, attacker } = await twoAccounts();
    const logins = (accountId: number) => `/accounts/${accountId}/connected_accounts`;
    const listed = async ({ browser }: Pick<typeof attacker, 'browser'>, accountId: number) =>
      (await browser.call('GET', logins(accountId))).body.connected_accounts;
    expect((await shared.browser.call('POST', logins(a), login(shared.userId, 'mholt'))).status).toBe(200);
    const [own] = await listed(shared, a);
    expect(await listed(attacker, b)).toEqual([]);
    expect((await attacker.browser.call('DELETE', `${logins(b)}/${own.id}`)).status).toBe(404);
    expect((await attacker.browser.call('POST', logins(b), login(shared.userId, 'forged'))).status).toBe(200);
    expect(await listed(shared, a)).toEqual([own]);
    const inA = await newAppliedProject(database, a, 'perforce');
    const inB = await newAppliedProject(database, b, 'perforce');
    const authorsIn = async ({ id: projectId, report }: typeof inA) => {
      for (const uid of ['mholt', 'forged'])
        await report(changeReport({ identifier: uid, author: { label: uid, uid } }));
      const changes = await prisma.change.findMany({ where: { projectId }, orderBy: { identifier: 'asc' } });
      return Object.fromEntries(changes.map(({ identifier, authorUserId }) => [identifier, authorUserId]));
    };
    expect(await authorsIn(inA)).toEqual({ mholt: shared.userId, forged: null });
    expect(await authorsIn(inB)).toEqual({ mholt: null, forged: shared.userId });
  });

  it('ends in account B when the person is removed there, and stays in A', async () => {
    const { a, b, shared, attacker } = await twoAccounts();
    for (const accountId of [a, b])
      await shared.browser.call(
        'POST',
        `/accounts/${accountId}/connected_accounts`,
        login(shared.userId, 'mholt'),
      );
    const accounts = async () =>
      (await prisma.connectedAccount.findMany({ where: { userId: shared.userId } })).map((row) => row.accountId);
    expect((await accounts()).toSorted()).toEqual([a, b].toSorted());
    expect((await attacker.browser.call('DELETE', `/accounts/${b}/members/${shared.userId}`)).status).toBe(200);
    expect(await accounts()).toEqual([a]);
  });

  it('is listed by the REST API for the projects of its account only', async () => {
    const { a, b, shared } = await twoAccounts();
    const path = `/accounts/${a}/connected_accounts`;
    expect((await shared.browser.call('POST', path, login(shared.userId, 'mholt'))).status).toBe(200);
    const connectedIn = async (accountId: number) => {
      const project = await make.project(accountId);
      await prisma.projectMembership.create({ data: { projectId: project.id, userId: shared.userId } });
      const { body } = await shared.browser.call('GET', `/v1/projects/${project.id}/members`);
      return body.members[0].connected_accounts;
    };
    expect(await connectedIn(a)).toEqual([{ id: expect.any(Number), provider: 'perforce', uid: 'mholt' }]);
    expect(await connectedIn(b)).toEqual([]);
  });
});
