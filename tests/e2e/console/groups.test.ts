import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { database, make, accountId, owner, member, outsider, browserOf } = await serveConsole();
const { prisma } = database;
const path = `/accounts/${accountId}/groups`;

let names = 0;
async function newGroup(body: object = {}) {
  names += 1;
  const name = `Team ${names}`;
  const created = await owner.browser.call('POST', path, { name, user_ids: [owner.id, member.id], ...body });
  const group = created.body.groups?.find((one: { name: string }) => one.name === name);
  return { ...created, group, own: `${path}/${group?.id}` };
}

describe('groups of an account', () => {
  it('an owner creates one, whose members take turns on call from this week on', async () => {
    const { status, group } = await newGroup({ rotates: true });
    const [week] = group.weeks;
    expect([status, group]).toMatchObject([201, { handle: '@team-1', rotates_from: week.week }]);
    expect(group.members.map(({ user_id: id }: { user_id: number }) => id)).toEqual([owner.id, member.id]);
    expect(group.weeks.slice(0, 3).map((one: { on_call: { user_id: number } }) => one.on_call.user_id)).toEqual([
      owner.id,
      member.id,
      owner.id,
    ]);
    const entry = await prisma.auditEntry.findFirstOrThrow({ where: { accountId, action: 'group.create' } });
    expect(entry).toMatchObject({ target: 'Team 1', userId: owner.id });
    expect((await member.browser.call('GET', path)).body.groups).toContainEqual(group);
  });

  it('members swap a week among themselves, and give it back', async () => {
    const { group, own } = await newGroup({ rotates: true });
    const { week } = group.weeks[0];
    const onCall = async (userId: number | null) => {
      const { status, body } = await member.browser.call('POST', `${own}/weeks`, { week, user_id: userId });
      return [status, body.groups?.find((one: { id: number }) => one.id === group.id).weeks[0]];
    };
    expect(await onCall(member.id)).toMatchObject([200, { on_call: { user_id: member.id }, is_swap: true }]);
    expect(await onCall(null)).toMatchObject([200, { on_call: { user_id: owner.id }, is_swap: false }]);
    expect(await onCall(outsider.id)).toEqual([422, undefined]);
    const tuesday = { week: '2026-11-17', user_id: member.id };
    expect((await member.browser.call('POST', `${own}/weeks`, tuesday)).status).toBe(422);
  });

  it('an owner renames, reorders and deletes it', async () => {
    const { group, own } = await newGroup();
    const renamed = await owner.browser.call('PATCH', own, { name: `Crew ${group.id}`, user_ids: [member.id] });
    expect(renamed.body.groups).toContainEqual(
      expect.objectContaining({
        id: group.id,
        handle: `@crew-${group.id}`,
        members: [expect.objectContaining({ user_id: member.id })],
      }),
    );
    expect((await owner.browser.call('DELETE', own)).status).toBe(200);
    expect((await owner.browser.call('DELETE', own)).status).toBe(404);
  });

  it('who leaves the account leaves its groups', async () => {
    const { userId } = await make.studio();
    await prisma.accountMembership.create({ data: { accountId, userId, role: 'member' } });
    const { group } = await newGroup({ user_ids: [userId, member.id], rotates: true });
    expect((await owner.browser.call('DELETE', `/accounts/${accountId}/members/${userId}`)).status).toBe(200);
    const { groups } = (await owner.browser.call('GET', path)).body;
    const after = groups.find((one: { id: number }) => one.id === group.id);
    expect(after.members.map(({ user_id: id }: { user_id: number }) => id)).toEqual([member.id]);
    expect(after.weeks[0].on_call.user_id).toBe(member.id);
  });

  it('403 for members, 404 outside the account', async () => {
    const { own } = await newGroup();
    for (const [method, target, body] of [
      ['POST', path, { name: 'Mine', user_ids: [member.id] }],
      ['PATCH', own, { name: 'Mine' }],
      ['DELETE', own, undefined],
    ] as const) {
      const { status, body: answer } = await member.browser.call(method, target, body);
      expect([status, answer.error]).toEqual([403, 'owner_required']);
      expect((await outsider.browser.call(method, target, body)).status).toBe(404);
    }
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
    const { accountId: elsewhere } = await make.studio();
    expect((await owner.browser.call('GET', `/accounts/${elsewhere}/groups`)).status).toBe(404);
  });

  it('404 for an owner of another account to which a member of this one belongs', async () => {
    const other = await make.studio();
    await prisma.accountMembership.create({ data: { accountId: other.accountId, userId: member.id } });
    const foreign = await browserOf(other.userId);
    const { group, own } = await newGroup({ rotates: true });
    const { week } = group.weeks[0];
    const elsewhere = `/accounts/${other.accountId}/groups`;
    for (const target of [own, `${elsewhere}/${group.id}`])
      for (const [method, at, body] of [
        ['PATCH', target, { name: 'Theirs' }],
        ['POST', `${target}/weeks`, { week, user_id: member.id }],
        ['DELETE', target, undefined],
      ] as const)
        expect((await foreign.call(method, at, body)).status).toBe(404);
    expect((await foreign.call('GET', elsewhere)).body).toEqual({ groups: [] });
    expect((await foreign.call('POST', elsewhere, { name: 'X', user_ids: [owner.id] })).status).toBe(422);
    expect((await owner.browser.call('GET', path)).body.groups).toContainEqual(group);
  });

  it.each([
    [{ name: '', user_ids: [1] }],
    [{ name: '!!', user_ids: [owner.id] }],
    [{ name: 'Team 1', user_ids: [owner.id] }],
    [{ name: 'team   1', user_ids: [owner.id] }],
    [{ name: 'New', user_ids: [] }],
    [{ name: 'New', user_ids: [outsider.id] }],
    [{ name: 'New', user_ids: ['me'] }],
    [{ user_ids: [owner.id] }],
  ])('422: %j', async (body) => {
    const { status, body: answer } = await owner.browser.call('POST', path, body);
    expect([status, answer.message]).toEqual([422, expect.any(String)]);
  });
});
