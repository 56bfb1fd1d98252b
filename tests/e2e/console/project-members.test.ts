import { describe, expect, it } from '@jest/globals';
import { serveConsole } from './served-console.js';

const { make, database, accountId, project, owner, member, outsider } = await serveConsole();
const { prisma } = database;
const path = `/projects/${project.id}/members`;

const members = async () => (await owner.browser.call('GET', path)).body;

describe('GET /console/api/projects/:project_id/members', () => {
  it('shows members with their role in the account, tools and open tasks, and no email address', async () => {
    const { userId } = await make.member(project, { uids: [{ provider: 'github', uid: 'ana@studio.test' }] });
    await make.task(project, { userId });
    await make.task(project, { userId, state: 'completed' });
    const body = await members();
    expect(body.members).toMatchObject([
      { user_id: userId, account_role: 'member', connected_providers: ['github'], open_tasks: 1 },
    ]);
    expect(body.candidates.map(({ user_id: id }: { user_id: number }) => id)).toEqual(
      expect.arrayContaining([owner.id, member.id]),
    );
    expect(JSON.stringify(body)).not.toContain('studio.test');
  });

  it('404: for a user outside the account', async () => {
    expect((await outsider.browser.call('GET', path)).status).toBe(404);
  });
});

describe('POST /console/api/projects/:project_id/members', () => {
  it('adds a user of the account, which the audit log records', async () => {
    expect((await owner.browser.call('POST', path, { user_id: member.id })).status).toBe(200);
    expect((await members()).members).toContainEqual(expect.objectContaining({ user_id: member.id }));
    const entry = await prisma.auditEntry.findFirstOrThrow({ where: { accountId, action: 'project.add_member' } });
    expect(entry).toMatchObject({ projectId: project.id, userId: owner.id, detail: { user_id: member.id } });
  });

  it('403: for members', async () => {
    const { status, body } = await member.browser.call('POST', path, { user_id: member.id });
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'owner_required' });
  });

  it('404: for a user who is not in the account', async () => {
    expect((await owner.browser.call('POST', path, { user_id: outsider.id })).status).toBe(404);
    expect(await prisma.projectMembership.count({ where: { userId: outsider.id } })).toBe(0);
  });

  it('422: for a user id that is not a number', async () => {
    expect((await owner.browser.call('POST', path, { user_id: 'me' })).status).toBe(422);
  });
});

describe('DELETE /console/api/projects/:project_id/members/:user_id', () => {
  it('removes a member, keeps their tasks, and is recorded in the audit log', async () => {
    const { userId } = await make.member(project);
    const task = await make.task(project, { userId });
    expect((await owner.browser.call('DELETE', `${path}/${userId}`)).status).toBe(200);
    expect((await members()).members).not.toContainEqual(expect.objectContaining({ user_id: userId }));
    expect(await prisma.task.findUnique({ where: { id: task.id } })).toMatchObject({ userId });
    expect(await prisma.auditEntry.count({ where: { accountId, action: 'project.remove_member' } })).toBe(1);
  });

  it('403: for members', async () => {
    expect((await member.browser.call('DELETE', `${path}/${owner.id}`)).status).toBe(403);
  });

  it.each(['999999', 'x'])('404: for %s', async (id) => {
    expect((await owner.browser.call('DELETE', `${path}/${id}`)).status).toBe(404);
  });
});
