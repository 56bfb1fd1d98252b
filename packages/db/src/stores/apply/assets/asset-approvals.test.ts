import { afterAll, expect, it } from '@jest/globals';
import {
  changeReport,
  factories,
  newAppliedProject,
  openTestDatabase,
  REPORTED_AT,
  testDatabase,
} from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId } = await factories(database).studio();

const texture = (identifier: string, at: number) =>
  changeReport({
    identifier,
    timestamp: REPORTED_AT + at,
    files: [{ path: 'Content/T_Crate.png', action: 'edit' }],
  });

it('an approval is requested once per commit, moves to a newer one, and is requested again after a decision', async () => {
  const { report, projectId } = await newAppliedProject(database, accountId);
  await prisma.project.update({ where: { id: projectId }, data: { approvalAssetTypes: ['texture'] } });
  const list = async () => {
    const rows = await prisma.approval.findMany({ where: { projectId }, orderBy: { createdAt: 'asc' } });
    return rows.map(({ commitSha, status, assetVersion }) => [commitSha, status, assetVersion]);
  };
  await report(texture('c2', 2));
  await report(texture('c1', 1));
  expect(await list()).toEqual([['c2', 'pending', 2]]);
  await report(texture('c3', 3));
  expect(await list()).toEqual([['c3', 'pending', 3]]);
  await prisma.approval.updateMany({
    where: { projectId },
    data: { status: 'approved', decidedAt: new Date() },
  });
  await prisma.asset.updateMany({ where: { projectId }, data: { approvalStatus: 'approved' } });
  await report(texture('c3', 3));
  expect(await list()).toEqual([['c3', 'approved', 3]]);
  await report(texture('c4', 4));
  expect(await list()).toEqual([
    ['c3', 'approved', 3],
    ['c4', 'pending', 4],
  ]);
  expect(await prisma.asset.findFirst({ where: { projectId } })).toMatchObject({
    version: 4,
    approvalStatus: 'pending',
  });
});
