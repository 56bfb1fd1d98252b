import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { changeReport, newAppliedProject } from '@slipway/testing';
import { sweepHistory } from './history-sweeps.js';
import { daysAgo, retentionFixture, writtenAgo } from './retention.fixture.js';

const { database, prisma, studio, sweep } = await retentionFixture();
afterAll(() => database.close());
beforeEach(() => prisma.retentionSweep.deleteMany());

const PATH = 'Content/T_Crate.png';

/** A project whose changes touch one asset, some days ago. */
async function assetProject() {
  const project = await newAppliedProject(database, studio.accountId);
  let keys = 0;
  const touch = (identifier: string, days: number, fields = {}) => {
    keys += 1;
    const files = [{ path: PATH, action: 'edit' as const }];
    const change = changeReport({
      identifier,
      timestamp: daysAgo(days).getTime(),
      branch: 'main',
      files,
      ...fields,
    });
    return project.apply([{ key: `touch-${keys}`, operations: [change], receivedAt: Date.now() }]);
  };
  const remove = (identifier: string, days: number, fields = {}) =>
    touch(identifier, days, { files: [{ path: PATH, action: 'delete' }], ...fields });
  /** As if everything had been stored when it happened. */
  const age = async (days: number) => {
    const where = { projectId: project.id };
    await prisma.asset.updateMany({ where, data: writtenAgo(days) });
    await prisma.assetEvent.updateMany({ where, data: { createdAt: daysAgo(days) } });
    await prisma.assetRemoval.updateMany({ where, data: { createdAt: daysAgo(days) } });
  };
  const events = async () => {
    const rows = await prisma.assetEvent.findMany({
      where: { projectId: project.id },
      orderBy: { version: 'asc' },
    });
    return rows.map(({ version, kind }) => [version, kind]);
  };
  const asset = () => prisma.asset.findFirst({ where: { projectId: project.id } });
  return { ...project, touch, remove, age, events, asset };
}

describe('retention of assets deletes', () => {
  it('earlier versions, but neither the present one nor the one under review', async () => {
    const { id: projectId, accountId, touch, age, events, asset } = await assetProject();
    for (const [index, days] of [400, 300, 200, 100].entries()) await touch(`c${index + 1}`, days);
    await age(100);
    const { id: assetId } = (await asset()) ?? { id: '' };
    await prisma.approval.create({ data: { accountId, projectId, assetId, assetVersion: 3, status: 'pending' } });
    expect(await sweep('asset_events', { days: 90 })).toBe(2);
    expect((await events()).map(([version]) => version)).toEqual([3, 4]);
    expect(await asset()).toMatchObject({ version: 4, eventCount: 4 });
  });

  it('earlier versions of a project that keeps them for a shorter time, also behind an import of older ones', async () => {
    const { id: projectId, touch, age, events } = await assetProject();
    await touch('c1', 200);
    await touch('c2', 150);
    await touch('c3', 1);
    await age(150);
    for (const [index, days] of [500, 450].entries()) await touch(`imported-${index}`, days);
    const step = () => sweepHistory(database, { table: 'asset_events', days: 90, projectId, limit: 2 });
    while (!(await step()).done);
    expect((await events()).map(([version]) => version)).toEqual([1, 2, 5]);
  });

  it('an asset whose file was deleted, with its approvals, and not before its time', async () => {
    const { id: projectId, accountId, touch, remove, age, asset } = await assetProject();
    await touch('c1', 120);
    await remove('c2', 100);
    await age(100);
    const { id: assetId } = (await asset()) ?? { id: '' };
    const review = { accountId, projectId, assetId, assetVersion: 1, status: 'approved' as const };
    await prisma.approval.create({ data: { ...review, ...writtenAgo(100) } });
    expect(await sweep('asset_removals', { days: 110 })).toBe(0);
    expect(await asset()).not.toBeNull();
    expect(await sweep('asset_removals', { days: 90 })).toBe(1);
    expect([await asset(), await prisma.approval.count({ where: { projectId } })]).toEqual([null, 0]);
  });

  it('finds a deletion that was reported before the change that created the file', async () => {
    const { touch, remove, age, asset } = await assetProject();
    await remove('c2', 100);
    await touch('c1', 120);
    await age(100);
    await sweep('asset_removals');
    expect(await asset()).toBeNull();
  });
});

describe('retention of assets never deletes an asset', () => {
  it('that still exists, however long ago it last changed', async () => {
    const { touch, age, events, asset } = await assetProject();
    await touch('c1', 3_000);
    await age(3_000);
    expect([await sweep('asset_events'), await sweep('asset_removals')]).toEqual([0, 0]);
    expect([(await asset())?.version, (await events()).length]).toEqual([1, 1]);
  });

  it('whose file came back', async () => {
    const { touch, remove, age, asset } = await assetProject();
    await touch('c1', 120);
    await remove('c2', 110);
    await touch('c3', 100);
    await age(100);
    expect(await sweep('asset_removals')).toBe(1);
    expect(await asset()).not.toBeNull();
  });

  it('that was last changed on another branch than the one it was deleted on', async () => {
    const { touch, remove, age, asset } = await assetProject();
    await touch('c1', 120);
    await remove('c2', 100, { branch: 'feature/no-crates' });
    await age(100);
    expect(await sweep('asset_removals')).toBe(0);
    expect(await asset()).not.toBeNull();
  });

  it.each([
    ['waits for a review', { status: 'pending' as const, ...writtenAgo(100) }],
    ['was reviewed recently', { status: 'denied' as const, ...writtenAgo(2) }],
  ])('that %s', async (_what, review) => {
    const { id: projectId, accountId, touch, remove, age, asset } = await assetProject();
    await touch('c1', 120);
    await remove('c2', 100);
    await age(100);
    const { id: assetId } = (await asset()) ?? { id: '' };
    await prisma.approval.create({ data: { accountId, projectId, assetId, assetVersion: 1, ...review } });
    expect(await sweep('asset_removals')).toBe(0);
    expect(await asset()).not.toBeNull();
  });
});

describe('after earlier versions have expired', () => {
  it('a replay does not bring them back, and no version is counted twice', async () => {
    const { touch, age, events, asset } = await assetProject();
    await touch('c1', 300);
    await touch('c2', 200);
    await age(200);
    await sweep('asset_events');
    await touch('c1', 300);
    expect((await events()).map(([version]) => version)).toEqual([2]);
    expect((await asset())?.version).toBe(2);
  });

  it('the others keep their numbers when a change arrives late', async () => {
    const { touch, age, events } = await assetProject();
    await touch('c1', 300);
    await touch('c2', 200);
    await age(200);
    await sweep('asset_events');
    await touch('c4', 10);
    await touch('c3', 20);
    expect(await events()).toEqual([
      [2, 'updated'],
      [3, 'updated'],
      [4, 'updated'],
    ]);
  });
});
