import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ANY_VARIANT } from '@slipway/domain';
import { factories, openTestDatabase, reportTests, testDatabase, testResult } from '@slipway/testing';
import { reads as history } from '../../reads/tests/test-history.js';
import { renameTest } from './rename-test.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();

let project: { readonly id: number; readonly accountId: number };
beforeEach(async () => {
  project = await make.project(accountId);
});

type Outcome = 'passed' | 'failed';

/** A run in one more build, with what each test did. */
async function run(outcomes: Readonly<Record<string, Outcome>>, platform = 'PS5', suite = 'PlayMode') {
  const { id } = await make.buildRun(project);
  const build = { accountId, projectId: project.id, buildRunId: Number(id) };
  const results = Object.entries(outcomes).map(([name, outcome]) => testResult(name, [outcome], { path: 'Quay' }));
  await reportTests(database, build, results, { suite, variant: { ...ANY_VARIANT, platform } });
}

const rowOf = (name: string) => prisma.test.findFirstOrThrow({ where: { projectId: project.id, name } });
const idOf = async (name: string) => Number((await rowOf(name)).id);

async function rename(from: string, to: string) {
  const ids = { testId: await idOf(from), newTestId: await idOf(to) };
  const result = await database.transaction((tx) => renameTest(tx, { projectId: project.id, ...ids }));
  return { result, ...ids };
}

/** What a test did on each variant, oldest run first. */
async function historyOf(testId: number): Promise<Record<string, string[]>> {
  const on = { prisma, pool: database.pool };
  const key = { projectId: project.id, testId };
  const outcomes: Record<string, string[]> = {};
  for (const variant of await history.listTestVariants(on, key)) {
    const runs = await history.listTestHistory(on, { ...variant, projectId: project.id, count: 100 });
    outcomes[variant.platform] = runs.map(({ outcome }) => outcome).toReversed();
  }
  return outcomes;
}

describe('a test that was renamed', () => {
  it('keeps its id and history, has the new name, and counts reports with either name', async () => {
    await run({ Moors: 'passed', Sails: 'passed' });
    await run({ Moors: 'failed', Sails: 'passed' });
    await run({ MoorsFast: 'failed', Sails: 'passed' });
    const { result, testId, newTestId } = await rename('Moors', 'MoorsFast');
    expect(result).toBe('renamed');
    expect(await historyOf(testId)).toEqual({ PS5: ['passed', 'failed', 'failed'] });
    expect(await prisma.test.findUnique({ where: { id: testId } })).toMatchObject({
      name: 'MoorsFast',
      sameAsId: null,
    });
    expect(await prisma.test.findUnique({ where: { id: newTestId } })).toMatchObject({
      name: 'Moors',
      sameAsId: BigInt(testId),
    });
    await run({ MoorsFast: 'passed', Sails: 'passed' });
    await run({ Moors: 'failed', Floats: 'passed' });
    expect(await historyOf(testId)).toEqual({ PS5: ['passed', 'failed', 'failed', 'passed', 'failed'] });
    expect(await historyOf(await idOf('Sails'))).toEqual({ PS5: ['passed', 'passed', 'passed', 'passed'] });
    expect(await historyOf(await idOf('Floats'))).toEqual({ PS5: ['passed'] });
    expect(await prisma.testFailure.count({ where: { testId } })).toBe(3);
    expect(await prisma.test.count({ where: { projectId: project.id, sameAsId: null } })).toBe(3);
  });

  it('is one test on variants that know only one of its names, and on new ones', async () => {
    await run({ Moors: 'passed' }, 'PS5');
    await run({ Moors: 'passed' }, 'XSX');
    await run({ MoorsFast: 'passed' }, 'PS5');
    await run({ MoorsFast: 'failed' }, 'Switch');
    const { testId } = await rename('Moors', 'MoorsFast');
    await run({ MoorsFast: 'failed' }, 'XSX');
    await run({ MoorsFast: 'passed' }, 'Win64');
    await run({ Moors: 'failed' }, 'Win64');
    expect(await historyOf(testId)).toEqual({
      PS5: ['passed', 'passed'],
      XSX: ['passed', 'failed'],
      Switch: ['failed'],
      Win64: ['passed', 'failed'],
    });
  });

  it('can be renamed again, and is then known by all its names', async () => {
    await run({ a: 'passed' });
    await run({ b: 'passed' });
    const { testId } = await rename('a', 'b');
    await run({ c: 'passed' });
    expect(await rename('b', 'c')).toMatchObject({ result: 'renamed', testId });
    for (const name of ['a', 'b', 'c']) await run({ [name]: 'failed' });
    expect(await historyOf(testId)).toEqual({
      PS5: ['passed', 'passed', 'passed', 'failed', 'failed', 'failed'],
    });
  });

  it('is judged anew, without what was judged of its new name', async () => {
    await run({ Moors: 'passed' });
    await run({ MoorsFast: 'failed' });
    await prisma.testRun.updateMany({ data: { judgeAfter: null } });
    const { testId } = await rename('Moors', 'MoorsFast');
    const [newest] = await prisma.testRun.findMany({ where: { projectId: project.id }, orderBy: { id: 'desc' } });
    expect(newest?.judgeAfter).not.toBeNull();
    expect(await prisma.testState.count({ where: { testId } })).toBe(0);
  });
});

describe('nothing changes', () => {
  it('if both tests ran in one build', async () => {
    await run({ Moors: 'passed' });
    await run({ Moors: 'passed', Sails: 'failed' });
    const { result, testId, newTestId } = await rename('Moors', 'Sails');
    expect(result).toBe('ran_together');
    expect(await historyOf(testId)).toEqual({ PS5: ['passed', 'passed'] });
    expect(await historyOf(newTestId)).toEqual({ PS5: ['failed'] });
  });

  it('if they are of different suites or projects, or the same test', async () => {
    await run({ Moors: 'passed' });
    await run({ Sails: 'passed' }, 'PS5', 'EditMode');
    expect((await rename('Moors', 'Sails')).result).toBe('other_suite');
    expect((await rename('Moors', 'Moors')).result).toBe('unknown');
    const testId = await idOf('Moors');
    const other = await make.project(accountId);
    const renaming = { projectId: other.id, testId, newTestId: await idOf('Sails') };
    expect(await database.transaction((tx) => renameTest(tx, renaming))).toBe('unknown');
  });
});
