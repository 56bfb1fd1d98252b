import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newAppliedProject } from '@slipway/testing';
import { daysAgo, retentionFixture, writtenAgo } from './retention.fixture.js';

const { database, prisma, make, studio, project, sweep } = await retentionFixture();
afterAll(() => database.close());
const { id: integrationId } = await make.integration(project, 'jira');

beforeEach(async () => {
  await prisma.externalReference.deleteMany();
  await prisma.retentionSweep.deleteMany();
});

const item = (days: number, fields = {}) =>
  make.reference(project, { integrationId, ...writtenAgo(days), providerTime: daysAgo(days), ...fields });
const kept = async () =>
  (await prisma.externalReference.findMany({ orderBy: { id: 'asc' } })).map(({ key }) => key);

describe('retention of tracker items deletes', () => {
  it.each([
    ['are closed', { state: 'Done' }],
    ['were removed from the tracker', { state: 'In Progress', removedAt: daysAgo(100) }],
    ['belong to an integration that was deleted', { state: 'In Progress', integrationId: 999_999 }],
  ])('items that %s, with their keys', async (_what, fields) => {
    await item(100, fields);
    const { key } = await item(80, fields);
    expect(await sweep('external_references')).toBe(1);
    expect(await kept()).toEqual([key]);
    expect(await prisma.referenceKey.count()).toBe(1);
  });

  it('former keys that nothing mentions, of items that stay', async () => {
    const { id: referenceId, key } = await item(100);
    const formerKeys = ['OLD-1', 'OLD-2', 'OLD-3'];
    for (const former of formerKeys)
      await prisma.referenceKey.create({ data: { referenceId, projectId: project.id, key: former } });
    const { id: changeId } = await make.change(project);
    await make.mention(project, 'OLD-1', { changeId });
    const { id: taskId } = await make.task(project);
    await make.mention(project, 'OLD-3', { taskId });
    expect(await sweep('external_references')).toBe(0);
    const keys = await prisma.referenceKey.findMany({ orderBy: { key: 'asc' } });
    expect(keys.map((each) => each.key)).toEqual([key, 'OLD-1', 'OLD-3'].toSorted());
  });
});

describe('retention of tracker items keeps', () => {
  it.each([
    ['that are open, or in a state of the team’s own', { state: 'Waiting for Art' }],
    ['that changed recently', { state: 'Done', updatedAt: daysAgo(1) }],
    ['that the tracker changed recently', { state: 'Done', providerTime: daysAgo(1) }],
  ])('items %s', async (_what, fields) => {
    const { key } = await item(400, fields);
    expect(await sweep('external_references')).toBe(0);
    expect(await kept()).toEqual([key]);
  });

  it('closed items that a change or a task mentions', async () => {
    const [byChange, byTask] = [await item(100, { state: 'Closed' }), await item(100, { state: 'Closed' })];
    const { id: changeId } = await make.change(project);
    await make.mention(project, byChange.key, { changeId });
    const { id: taskId } = await make.task(project);
    await make.mention(project, byTask.key, { taskId });
    expect(await sweep('external_references')).toBe(0);
    expect(await kept()).toEqual([byChange.key, byTask.key]);
  });
});

it('a late report of a deleted item does not bring it back, and a new one does', async () => {
  const applied = await newAppliedProject(database, studio.accountId, 'jira');
  let keys = 0;
  const report = (at: Date) => {
    keys += 1;
    const operation = {
      kind: 'reference',
      externalId: '7',
      key: 'ENG-7',
      state: 'Done',
      at: at.getTime(),
    } as const;
    return applied.apply([{ key: `report-${keys}`, operations: [operation], receivedAt: Date.now() }]);
  };
  const where = { projectId: applied.id };
  await report(daysAgo(100));
  await prisma.externalReference.updateMany({ where, data: writtenAgo(100) });
  expect(await sweep('external_references')).toBe(1);
  await report(daysAgo(100));
  expect(await prisma.externalReference.count({ where })).toBe(0);
  const { reason } = await prisma.delivery.findFirstOrThrow({ where, orderBy: { finishedAt: 'desc' } });
  expect(reason).toBe('describes a time whose data is no longer retained');
  await report(daysAgo(1));
  expect(await prisma.externalReference.count({ where })).toBe(1);
});
