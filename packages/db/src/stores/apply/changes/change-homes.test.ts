import { afterAll, describe, expect, it } from '@jest/globals';
import type { ChangeReport } from '@slipway/domain';
import {
  changeReport,
  factories,
  newAppliedProject,
  openTestDatabase,
  projectApplier,
  REPORTED_AT,
  testDatabase,
} from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId, userId } = await make.studio();

/** Reports a change through another of the project's integrations. */
async function reportBy(provider: string, project: { id: number; accountId: number }, report: ChangeReport) {
  const { id: integrationId } = await make.integration(project, provider);
  const { apply } = projectApplier(database, { ...project, integrationId, provider });
  await apply([{ key: 'ci', operations: [report] }]);
}

describe('a second-hand change', () => {
  const firstHand = changeReport({
    description: 'Fix the tide',
    files: [{ path: 'Content/T_Sky.png', action: 'edit' }],
  });
  const secondHand = changeReport({
    repository: '',
    secondHand: true,
    description: 'Fix',
    author: { label: 'ci', uid: null },
    files: [{ path: 'Content/T_Sky.png', action: 'edit' }],
  });

  it.each([
    ['before', [secondHand, firstHand]],
    ['after', [firstHand, secondHand]],
  ])('reported %s its own source stays one change', async (_, reports) => {
    const project = await newAppliedProject(database, accountId);
    for (const report of reports) {
      if (report.secondHand) await reportBy('jenkins', project, report);
      else await project.report(report);
    }
    const changes = await prisma.change.findMany({ where: { projectId: project.id } });
    expect(changes.map(({ repository, description, author }) => [repository, description, author])).toEqual([
      ['studio/harbor', 'Fix the tide', 'ci'],
    ]);
    const [asset] = await prisma.asset.findMany({ where: { projectId: project.id }, include: { events: true } });
    expect([asset?.version, asset?.events.map(({ provider }) => provider)]).toEqual([1, ['github']]);
  });

  it('numbers its asset events as if its source had reported it first', async () => {
    const project = await newAppliedProject(database, accountId);
    await project.report({ kind: 'asset_cooked', path: 'Content/T_Sky.png', at: REPORTED_AT, version: 1 });
    await project.report(secondHand);
    await project.report(firstHand);
    const events = await prisma.assetEvent.findMany({
      where: { projectId: project.id },
      orderBy: { version: 'asc' },
    });
    expect(events.map(({ source, kind, version }) => [source, kind, version])).toEqual([
      ['cook:@1', 'created', 1],
      ['studio/harbor@c1', 'updated', 2],
    ]);
  });

  it('gets its author once a tool that knows the author reports it', async () => {
    const author = { label: 'ada', uid: 'ada-at-github' };
    await prisma.connectedAccount.create({ data: { accountId, userId, provider: 'github', uid: author.uid } });
    const project = await newAppliedProject(database, accountId);
    await reportBy('buildkite', project, { ...secondHand, author });
    await project.report({ ...firstHand, author });
    const [change] = await prisma.change.findMany({ where: { projectId: project.id } });
    expect(change?.authorUserId).toBe(userId);
  });

  it('reported by several tools is one change, even without its source', async () => {
    const project = await newAppliedProject(database, accountId);
    for (const provider of ['jenkins', 'buildkite']) await reportBy(provider, project, secondHand);
    expect(await prisma.change.count({ where: { projectId: project.id } })).toBe(1);
  });
});
