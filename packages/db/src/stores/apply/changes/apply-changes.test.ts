import { afterAll, expect, it } from '@jest/globals';
import type { ChangeReport } from '@slipway/domain';
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

it('a changelist keeps the description received last, with or without files', async () => {
  const { apply, projectId } = await newAppliedProject(database, accountId, 'perforce');
  const changelist = (description: string, fields: Partial<ChangeReport> = {}) =>
    changeReport({ identifier: '12', sourceType: 'Changelist', repository: '', description, ...fields });
  const files = [{ path: '//depot/main/a.txt', action: 'edit' }] as const;
  const [edited, submitted] = [changelist('Fix the tide (ENG-9)'), changelist('Work in progress', { files })];
  await apply([{ key: 'edited', receivedAt: REPORTED_AT + 2, operations: [edited] }]);
  await apply([{ key: 'submitted', receivedAt: REPORTED_AT + 1, operations: [submitted] }]);
  const [row] = await prisma.change.findMany({ where: { projectId } });
  expect([row?.description, row?.fileCount]).toEqual(['Fix the tide (ENG-9)', 1]);
});

it('a trial change has files, but affects no asset until it lands', async () => {
  const { report, projectId } = await newAppliedProject(database, accountId);
  const landed = changeReport({ files: [{ path: 'Content/T_Crate.png', action: 'edit' }] });
  const trial: ChangeReport = { ...landed, trial: true };
  await prisma.project.update({ where: { id: projectId }, data: { approvalAssetTypes: ['texture'] } });
  const counts = async () => [
    await prisma.changeFile.count({ where: { change: { projectId } } }),
    await prisma.asset.count({ where: { projectId } }),
    await prisma.assetEvent.count({ where: { projectId } }),
    await prisma.approval.count({ where: { projectId } }),
  ];
  await report(trial);
  expect(await counts()).toEqual([1, 0, 0, 0]);
  await report(landed);
  await report(trial);
  expect(await counts()).toEqual([1, 1, 1, 1]);
});
