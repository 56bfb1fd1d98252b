import { describe, expect, it } from '@jest/globals';
import { testResult } from '@slipway/testing';
import { judgedSuite, steady } from './judged-suite.fixture.js';

const { suite, prisma, run, repeat } = await judgedSuite();

type Outcome = 'passed' | 'failed';

async function verdicts(): Promise<Record<string, string>> {
  const states = await prisma.testState.findMany({
    where: { projectId: suite.projectId },
    include: { test: { select: { name: true } } },
  });
  return Object.fromEntries(states.map(({ test, state }) => [test.name, state]));
}

describe('after each run of a suite', () => {
  it('a test that starts to fail is broken, and fixed once it passes again', async () => {
    const sinks = (outcome: Outcome) => [...steady, testResult('sinks', [outcome])];
    await repeat(12, () => sinks('passed'));
    expect(await verdicts()).toEqual({});
    await repeat(3, () => sinks('failed'));
    expect(await verdicts()).toEqual({ sinks: 'broken' });
    const [state] = await prisma.testState.findMany({ where: { projectId: suite.projectId } });
    expect(state?.verdict).toMatchObject({ since: { revision: '1013' }, failuresSince: 3 });
    await repeat(2, () => sinks('passed'));
    expect(await verdicts()).toEqual({ sinks: 'fixed' });
  });

  it('a test that passes on retry again and again is flaky', async () => {
    const outcomes = (index: number): Outcome[] => (index % 6 === 5 ? ['failed', 'passed'] : ['passed']);
    await repeat(24, (index) => [...steady, testResult('wobbles', outcomes(index))]);
    expect(await verdicts()).toEqual({ wobbles: 'flaky' });
    const [state] = await prisma.testState.findMany({ where: { projectId: suite.projectId } });
    expect(state?.flakeRate).toBeGreaterThan(0.05);
    await run([...steady, testResult('wobbles', ['failed']), testResult('sinks', ['failed'])]);
    const newest = await prisma.testRun.findFirst({
      where: { projectId: suite.projectId },
      orderBy: { id: 'desc' },
    });
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
    expect(await prisma.testRun.count({ where: { projectId: suite.projectId, isInfrastructure: true } })).toBe(3);
  });
});

it('verdicts are about one variant', async () => {
  const on = (platform: string, outcome: Outcome) =>
    run([...steady, testResult('sinks', [outcome])], { platform });
  for (let index = 0; index < 15; index += 1) {
    await on('Win64', 'passed');
    await on('PS5', index < 12 ? 'passed' : 'failed');
  }
  const states = await prisma.testState.findMany({
    where: { projectId: suite.projectId },
    include: { suite: true },
  });
  expect(states.map((each) => [each.state, each.suite.platform])).toEqual([['broken', 'PS5']]);
});
