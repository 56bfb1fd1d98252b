import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ReportedTestResult } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';
import { reportTests, testClock, testResult } from '@slipway/testing';
import { testJobContext } from '../jobs/job-context.fixture.js';
import { judgeDueRun } from './judge-tests.js';

const { context: shared, database, prisma, make } = await testJobContext({ creditCost: 1 });
const START = Date.UTC(2026, 2, 1);
const clock = testClock(START);
const context = { ...shared, clock };
const { accountId } = await make.studio();

let project: { readonly id: number; readonly accountId: number };
let runs: number;
beforeEach(async () => {
  project = await make.project(accountId);
  runs = 0;
});

type Outcome = 'passed' | 'failed';

/** One build with a run of the suite, three hours after the one before, and the judgement of it. */
async function run(results: readonly ReportedTestResult[]): Promise<void> {
  runs += 1;
  clock.set(START + runs * 3 * 3_600_000);
  const changelist = String(1_000 + runs);
  const buildRunId = Number((await make.buildRun(project, { changelist, branch: 'main' })).id);
  const build = { accountId, projectId: project.id, buildRunId };
  await reportTests(database, build, results, { startedAt: new Date(clock.now()) });
  await prisma.testRun.updateMany({ where: { judgeAfter: { not: null } }, data: { judgeAfter: new Date(0) } });
  expect(await judgeDueRun(context)).toBe(true);
  expect(await judgeDueRun(context)).toBe(false);
}

async function repeat(count: number, resultsOf: (index: number) => readonly ReportedTestResult[]): Promise<void> {
  for (let index = 0; index < count; index += 1) await run(resultsOf(index));
}

async function verdicts(): Promise<Record<string, string>> {
  const states = await prisma.testState.findMany({
    where: { projectId: project.id },
    include: { test: { select: { name: true } } },
  });
  return Object.fromEntries(states.map(({ test, state }) => [test.name, state]));
}

const steady = Array.from({ length: 30 }, (_, index) => testResult(`steady ${index}`, ['passed']));

describe('after each run of a suite', () => {
  it('a test that starts to fail is broken, and fixed once it passes again', async () => {
    const sinks = (outcome: Outcome) => [...steady, testResult('sinks', [outcome])];
    await repeat(12, () => sinks('passed'));
    expect(await verdicts()).toEqual({});
    await repeat(3, () => sinks('failed'));
    expect(await verdicts()).toEqual({ sinks: 'broken' });
    const [state] = await prisma.testState.findMany({ where: { projectId: project.id } });
    expect(state?.verdict).toMatchObject({ since: { revision: '1013' }, failuresSince: 3 });
    await repeat(2, () => sinks('passed'));
    expect(await verdicts()).toEqual({ sinks: 'fixed' });
  });

  it('a test that passes on retry again and again is flaky', async () => {
    const outcomes = (index: number): Outcome[] => (index % 6 === 5 ? ['failed', 'passed'] : ['passed']);
    await repeat(24, (index) => [...steady, testResult('wobbles', outcomes(index))]);
    expect(await verdicts()).toEqual({ wobbles: 'flaky' });
    const [state] = await prisma.testState.findMany({ where: { projectId: project.id } });
    expect(state?.flakeRate).toBeGreaterThan(0.05);
    await run([...steady, testResult('wobbles', ['failed']), testResult('sinks', ['failed'])]);
    const newest = await prisma.testRun.findFirst({ where: { projectId: project.id }, orderBy: { id: 'desc' } });
    expect(newest).toMatchObject({ failed: 2, flaky: 1 });
  });

  it('a test that appears in a suite that has run for long is new', async () => {
    await repeat(12, () => steady);
    await run([...steady, testResult('floats', ['passed'])]);
    expect(await verdicts()).toEqual({ floats: 'new' });
    await repeat(10, () => [...steady, testResult('floats', ['passed'])]);
    expect(await verdicts()).toEqual({});
  });

  it('a test that no longer runs is silent', async () => {
    await repeat(20, () => [...steady, testResult('rusts', ['passed'])]);
    await repeat(20, () => steady);
    expect(await verdicts()).toEqual({ rusts: 'silent' });
  });

  it('a run in which nearly all tests fail alike says nothing about them', async () => {
    await repeat(12, () => steady);
    const lost = (index: number) =>
      testResult(`steady ${index}`, ['failed'], { message: 'Lost connection to the device' });
    await repeat(3, () => steady.map((_, index) => lost(index)));
    expect(await verdicts()).toEqual({});
    expect(await prisma.testRun.count({ where: { projectId: project.id, isInfrastructure: true } })).toBe(3);
  });
});

it('verdicts are about one variant', async () => {
  const on = async (platform: string, outcome: Outcome) => {
    runs += 1;
    clock.set(START + runs * 3_600_000);
    const buildRunId = Number((await make.buildRun(project, { commitHash: String(runs), branch: 'main' })).id);
    const build = { accountId, projectId: project.id, buildRunId };
    const variant = { ...ANY_VARIANT, platform };
    const results = [...steady, testResult('sinks', [outcome])];
    await reportTests(database, build, results, { variant, startedAt: new Date(clock.now()) });
    await prisma.testRun.updateMany({ where: { judgeAfter: { not: null } }, data: { judgeAfter: new Date(0) } });
    while (await judgeDueRun(context));
  };
  for (let index = 0; index < 15; index += 1) {
    await on('Win64', 'passed');
    await on('PS5', index < 12 ? 'passed' : 'failed');
  }
  const states = await prisma.testState.findMany({ where: { projectId: project.id }, include: { suite: true } });
  expect(states.map(({ state, suite }) => [state, suite.platform])).toEqual([['broken', 'PS5']]);
});
