import { describe, expect, it } from '@jest/globals';
import { findJobBuild, listProblemsToSettle, recordDiagnosis, renameTest, settleProblem } from '@slipway/db';
import { testResult } from '@slipway/testing';
import { judgedSuite, type Results, steady } from './judged-suite.fixture.js';

const { suite, database, prisma, make, run, repeat } = await judgedSuite();

type Outcome = 'passed' | 'failed';

const FAILED = { status: 'failed' };
const sinks = (outcome: Outcome, ...more: Results) => [...steady, ...more, testResult('sinks', [outcome])];
const problems = () => prisma.problem.findMany({ where: { projectId: suite.projectId }, orderBy: { id: 'asc' } });

async function onlyProblem() {
  const found = await problems();
  expect(found).toHaveLength(1);
  return found[0] as NonNullable<(typeof found)[number]>;
}

const causesOf = async (buildRunId: number) =>
  (await prisma.problemBuild.findMany({ where: { buildRunId, isCause: true } })).map((row) => row.problemId);

/** Stores what the log of a build says. */
async function diagnose(buildRunId: number, test: string | null, fields: object = {}) {
  const build = await findJobBuild(database, suite.projectId, buildRunId);
  if (build === null) throw new Error('no such build');
  const found = {
    fingerprint: (test ?? 'other').padEnd(64, '0').slice(0, 64),
    rule: 2,
    category: test === null ? 'compile' : 'test',
    tool: 'unity',
    title: 'a failure',
    message: 'Failed',
    file: null,
    symbol: null,
    test,
    corrected: null,
    diagnosis: 'It failed.',
    confidence: 0.9,
    line: 1,
    ...fields,
  };
  return database.modelTransaction((tx) => recordDiagnosis(tx, build, found));
}

describe('a test that fails', () => {
  it('is one problem in all builds in which it fails, and is no cause of theirs', async () => {
    await repeat(3, () => sinks('passed'));
    const first = await run(sinks('failed'), FAILED);
    const last = await run(sinks('failed'));
    const problem = await onlyProblem();
    expect(problem).toMatchObject({
      state: 'open',
      category: 'test',
      test: 'Harbor.sinks',
      title: 'Harbor.sinks: Expected 3, got 4',
      message: 'Expected 3, got 4',
      seenCount: 2,
    });
    expect([problem.firstBuildRunId, problem.lastBuildRunId].map(Number)).toEqual([first, last]);
    expect(problem.testId).toEqual(
      (await prisma.test.findFirstOrThrow({ where: { name: 'sinks', projectId: suite.projectId } })).id,
    );
    expect(await causesOf(first)).toEqual([]);
  });

  it('is resolved when it passes, names its likely fix, and comes back', async () => {
    await repeat(3, () => sinks('passed'));
    await run(sinks('failed'));
    const change = { identifier: '1005', displayIdentifier: 'CL 1005', branch: 'main' };
    const made = await make.change({ id: suite.projectId, accountId: suite.accountId }, change);
    const passing = await run(sinks('passed'));
    const resolved = await onlyProblem();
    expect(resolved).toMatchObject({ state: 'resolved', resolvedById: null, regressions: 0 });
    expect([resolved.fixBuildRunId, resolved.fixChangeId].map(Number)).toEqual([passing, made.id]);
    await run(sinks('failed'));
    expect(await onlyProblem()).toMatchObject({ state: 'open', regressions: 1, seenCount: 2 });
  });

  it('stays a problem until it passes on every variant and branch on which it failed', async () => {
    await run(sinks('failed'), { platform: 'PS5' });
    await run(sinks('failed'), { platform: 'Win64', branch: 'release' });
    await run(sinks('passed'), { platform: 'Win64' });
    expect(await onlyProblem()).toMatchObject({ state: 'open' });
    await run(sinks('passed'), { platform: 'PS5' });
    expect(await onlyProblem()).toMatchObject({ state: 'open' });
    await run(sinks('passed'), { platform: 'Win64', branch: 'release' });
    expect(await onlyProblem()).toMatchObject({ state: 'resolved' });
  });

  it('is not resolved by builds that pass without it', async () => {
    await run(sinks('failed'));
    await repeat(4, () => steady);
    for (const id of await listProblemsToSettle(database))
      await database.modelTransaction((tx) => settleProblem(tx, id));
    expect(await listProblemsToSettle(database)).toEqual([]);
    expect(await onlyProblem()).toMatchObject({ state: 'open' });
  });

  it('is no problem while it is flaky or muted, or if the whole run failed', async () => {
    const outcomes = (index: number): Outcome[] => (index % 6 === 5 ? ['failed', 'passed'] : ['passed']);
    await repeat(24, (index) => [...sinks('passed'), testResult('wobbles', outcomes(index))]);
    const { id: testId } = await prisma.test.findFirstOrThrow({
      where: { name: 'sinks', projectId: suite.projectId },
    });
    const { accountId, userId, projectId } = suite;
    await prisma.testMute.create({
      data: {
        accountId,
        projectId,
        testId,
        reason: 'Waits',
        ownerUserId: userId,
        until: new Date(Date.now() + 60_000),
      },
    });
    await run([...sinks('failed'), testResult('wobbles', ['failed'])]);
    const lost = { message: 'Lost connection to the device' };
    await run(steady.map(({ name }) => testResult(name, ['failed'], lost)));
    expect(await problems()).toEqual([]);
  });

  it('fills the list of problems with no more than 20 of a run', async () => {
    const others = Array.from({ length: 100 }, (_, index) => testResult(`other ${index}`, ['passed']));
    await repeat(2, () => [...others, ...steady]);
    const failed = steady.map(({ name }, index) => testResult(name, ['failed'], { message: `Fault ${index}` }));
    await run([...others, ...failed]);
    expect(await problems()).toHaveLength(20);
  });
});

describe('a test that a log names', () => {
  it('is the problem of its reports, whichever comes first', async () => {
    await run(sinks('failed'), FAILED);
    const { id } = await onlyProblem();
    const logged = await run(steady, FAILED);
    expect(await diagnose(logged, 'Harbor/Sinks')).toBe(Number(id));
    expect(await causesOf(logged)).toEqual([id]);
    expect(await onlyProblem()).toMatchObject({ seenCount: 2 });
  });

  it('keeps the problem that its log made it', async () => {
    const build = await run(steady, FAILED);
    const id = await diagnose(build, 'Harbor.sinks');
    await run(sinks('failed'), { buildRunId: build });
    const problem = await onlyProblem();
    expect([Number(problem.id), problem.seenCount, problem.testId === null]).toEqual([id, 1, false]);
    expect(await causesOf(build)).toEqual([problem.id]);
    const next = await run(sinks('failed'), FAILED);
    expect(await diagnose(next, 'Harbor.sinks')).toBe(id);
    expect(await onlyProblem()).toMatchObject({ seenCount: 2 });
  });

  it('still has failed in a build whose cause turns out to be another', async () => {
    const build = await run(sinks('failed'), FAILED);
    const id = await diagnose(build, 'Harbor.sinks');
    const other = await diagnose(build, null);
    expect(await causesOf(build)).toEqual([BigInt(other ?? 0)]);
    expect(await prisma.problem.findUniqueOrThrow({ where: { id: id ?? 0 } })).toMatchObject({ seenCount: 1 });
  });
});

it('the problem of a renamed test is that of the test it was', async () => {
  const projectId = suite.projectId;
  await run(sinks('failed'));
  await run([...steady, testResult('founders', ['failed'])]);
  expect(await problems()).toHaveLength(2);
  const idOf = async (name: string) =>
    Number((await prisma.test.findFirstOrThrow({ where: { projectId, name } })).id);
  const renaming = { projectId, testId: await idOf('sinks'), newTestId: await idOf('founders') };
  expect(await database.transaction((tx) => renameTest(tx, renaming))).toBe('renamed');
  const problem = await onlyProblem();
  expect([Number(problem.testId), problem.seenCount]).toEqual([renaming.testId, 2]);
  await run([...steady, testResult('founders', ['failed'])]);
  expect(await onlyProblem()).toMatchObject({ seenCount: 3, test: 'Harbor.founders' });
});
