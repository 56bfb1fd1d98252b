import { describe, expect, it } from '@jest/globals';
import { MEMBER_LIST_CAP, type MemberList } from '@slipway/contracts';
import { startApi } from './api.js';

const api = await startApi();
const { make } = api;

async function freshProject() {
  const project = await make.project(api.accountId);
  return { project, path: `/v1/projects/${project.id}/members` };
}

describe('GET /v1/projects/:project_id/members', () => {
  it('200: lists members by user id with roles and connected accounts, without names and addresses', async () => {
    const { project, path } = await freshProject();
    const owner = await make.member(project, {
      role: 'owner',
      uids: [
        { provider: 'perforce', uid: 'mara.p4' },
        { provider: 'github', uid: 'mara@studio.test' },
        { provider: 'jira', uid: '5b10ac8d82e05b22cc7d4ef5' },
        { provider: 'lore', uid: 'Mara＠studio.test' },
      ],
    });
    const member = await make.member(project);
    await make.member(await make.project(api.accountId));
    const { status, body, text } = await api.get(path);
    expect(status).toBe(200);
    expect(body).toEqual({
      members: [
        {
          user_id: owner.userId,
          role: 'owner',
          connected_accounts: [
            { id: expect.any(Number), provider: 'perforce', uid: 'mara.p4' },
            { id: expect.any(Number), provider: 'github' },
            { id: expect.any(Number), provider: 'jira', uid: '5b10ac8d82e05b22cc7d4ef5' },
            { id: expect.any(Number), provider: 'lore' },
          ],
        },
        { user_id: member.userId, role: 'member', connected_accounts: [] },
      ],
      assignee_handles: [],
      truncated: false,
    });
    const ids = (body as MemberList).members[0]?.connected_accounts.map(({ id }) => id) ?? [];
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(text).not.toMatch(/@|＠|Member \d/);
  });

  it('200: lists the agent handles of the project, each once, in order', async () => {
    const { project, path } = await freshProject();
    const { project: other } = await freshProject();
    for (const assigneeHandle of ['qa-bot', 'b', 'qa-bot', 'a-z', 'a', '0', 'aa', 'b-1', null]) {
      await make.task(project, { assigneeHandle });
    }
    await make.task(other, { assigneeHandle: 'elsewhere' });
    const { body } = await api.get(path);
    expect(body.assignee_handles).toEqual(['0', 'a', 'a-z', 'aa', 'b', 'b-1', 'qa-bot']);
  });

  it('200: lists at most 200 members, by lowest user id', async () => {
    const { project, path } = await freshProject();
    const { userId: first } = await make.member(project);
    const emails = Array.from({ length: MEMBER_LIST_CAP }, (_, n) => `crowd${n}@studio.test`);
    await api.database.prisma.user.createMany({
      data: emails.map((email) => ({ email, name: 'Crowd', passwordHash: '!' })),
    });
    const crowd = await api.database.prisma.user.findMany({
      where: { email: { in: emails } },
      orderBy: { id: 'asc' },
    });
    const memberships = crowd.map(({ id }) => ({ projectId: project.id, userId: id }));
    await api.database.prisma.projectMembership.createMany({ data: memberships.slice(0, -1) });
    const full = (await api.get(path)).body as MemberList;
    expect([full.members.length, full.truncated]).toEqual([200, false]);
    await api.database.prisma.projectMembership.createMany({ data: memberships.slice(-1) });
    const cut = (await api.get(path)).body as MemberList;
    expect(cut.truncated).toBe(true);
    expect(cut.members.map(({ user_id }) => user_id)).toEqual([first, ...crowd.map(({ id }) => id)].slice(0, 200));
  });
});
