import { afterAll, describe, expect, it } from '@jest/globals';
import { changeReport, factories, newAppliedProject, openTestDatabase, testDatabase } from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId, userId } = await make.studio();
const { email } = await prisma.user.findUniqueOrThrow({ where: { id: userId } });

const newProject = () => newAppliedProject(database, accountId);
const authorOf = async (projectId: number) =>
  (await prisma.change.findFirst({ where: { projectId } }))?.authorUserId;
const changeBy = (uid: string | null) => changeReport({ author: { label: 'Someone', uid } });

describe('the author of a change', () => {
  it('is the member who connected this identity for the tool, ignoring case', async () => {
    const project = await newProject();
    await make.member(project, { uids: [{ provider: 'jira', uid: 'OctoCat' }] });
    const { userId: right } = await make.member(project, { uids: [{ provider: 'github', uid: 'OctoCat' }] });
    await project.report(changeBy('octocat'));
    expect(await authorOf(project.id)).toBe(right);
  });

  it('is the member with this address, connected for any tool or their own', async () => {
    const [connected, own] = [await newProject(), await newProject()];
    const { userId: member } = await make.member(connected, {
      uids: [{ provider: 'jira', uid: 'Ann@studio.test' }],
    });
    await connected.report(changeBy('ann@STUDIO.test'));
    expect(await authorOf(connected.id)).toBe(member);
    await own.report(changeBy(email.toUpperCase()));
    expect(await authorOf(own.id)).toBe(userId);
  });

  it('is found by address if no member connected the identity', async () => {
    const project = await newProject();
    await project.report(changeReport({ author: { label: 'Ada', uid: 'nobody-knows', email } }));
    expect(await authorOf(project.id)).toBe(userId);
  });

  it('is unknown if two members match, or only a member of another account', async () => {
    const project = await newProject();
    for (const _ of [1, 2]) await make.member(project, { uids: [{ provider: 'github', uid: 'twin' }] });
    await project.report(changeBy('twin'));
    expect(await authorOf(project.id)).toBeNull();
    const elsewhere = await make.project((await make.studio()).accountId);
    await make.member(elsewhere, { uids: [{ provider: 'github', uid: 'stranger' }] });
    const other = await newProject();
    await other.report(changeBy('stranger'));
    expect(await authorOf(other.id)).toBeNull();
  });
});
