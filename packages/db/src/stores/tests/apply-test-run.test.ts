import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ANY_VARIANT, type PackedOutcome } from '@slipway/domain';
import { factories, openTestDatabase, reportTests, testDatabase, testResult } from '@slipway/testing';
import { apiReads } from '../../api-reads.js';
import type { TestRunReport } from './apply-test-run.js';
import type { ReportedTestResult } from './pack-report.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const reads = apiReads(database);
const make = factories(database);
const { accountId } = await make.studio();

let project: { readonly id: number; readonly accountId: number };
beforeEach(async () => {
  project = await make.project(accountId);
});

const test = (name: string, ...outcomes: Parameters<typeof testResult>[1]) =>
  testResult(name, outcomes, { path: 'Harbor.Quay', file: 'Quay.cpp', line: 12 });

const many = (count: number) => Array.from({ length: count }, (_, index) => test(`test ${index}`, 'passed'));

async function newBuild(commitHash = 'a'.repeat(40)): Promise<number> {
  return Number((await make.buildRun(project, { commitHash })).id);
}

function apply(buildRunId: number, results: readonly ReportedTestResult[], fields: Partial<TestRunReport> = {}) {
  const build = { accountId, projectId: project.id, buildRunId };
  return reportTests(database, build, results, { startedAt: new Date(0), ...fields });
}

const countsOf = async (buildRunId: number) =>
  (await reads.listTestRunsOfBuild({ projectId: project.id, buildRunId })).map(
    ({ passed, failed, skipped, retried }) => ({ passed, failed, skipped, retried }),
  );

const FAILED: ReadonlySet<PackedOutcome> = new Set(['failed', 'failed_again', 'failed_after_passing']);
const testsOf = (runId: number, outcomes: ReadonlySet<PackedOutcome> = FAILED) =>
  reads.listTestsOfRun({ projectId: project.id, runId, outcomes, offset: 0, count: 1_000 });

describe('the results of a build', () => {
  it('are counted, and found by their outcome', async () => {
    const build = await newBuild();
    const runId = await apply(build, [...many(600), test('broken', 'failed'), test('left out', 'skipped')]);
    expect(await countsOf(build)).toEqual([{ passed: 600, failed: 1, skipped: 1, retried: 0 }]);
    expect(await testsOf(runId)).toMatchObject([
      { path: 'Harbor.Quay', name: 'broken', outcome: 'failed', durationMs: 10 },
    ]);
    const failures = await database.prisma.testFailure.findMany({ where: { runId } });
    expect(failures).toMatchObject([{ message: 'Expected 3, got 4', file: 'Quay.cpp', line: 12, attempt: 1 }]);
  });

  it('add up over several reports, whose attempts follow each other', async () => {
    const build = await newBuild();
    await apply(build, [test('a', 'failed'), test('b', 'failed')]);
    const runId = await apply(build, [test('a', 'passed'), test('b', 'failed'), test('c', 'passed')]);
    expect(await countsOf(build)).toEqual([{ passed: 2, failed: 1, skipped: 0, retried: 1 }]);
    expect(await testsOf(runId, new Set(['passed_on_retry', 'failed_again']))).toMatchObject([
      { name: 'a', outcome: 'passed_on_retry' },
      { name: 'b', outcome: 'failed_again' },
    ]);
    const failures = await database.prisma.testFailure.findMany({ where: { runId }, orderBy: { id: 'asc' } });
    expect(failures.map((failure) => failure.attempt)).toEqual([1, 1, 2]);
  });

  it('of two variants are two runs of the same tests', async () => {
    const build = await newBuild();
    for (const platform of ['PS5', 'Win64'])
      await apply(build, many(3), { variant: { ...ANY_VARIANT, platform } });
    expect(await countsOf(build)).toHaveLength(2);
    expect(await database.prisma.test.count({ where: { projectId: project.id } })).toBe(3);
  });

  it('are complete when reports about one suite arrive at the same time', async () => {
    const build = await newBuild();
    const parts = Array.from({ length: 6 }, (_, part) =>
      Array.from({ length: 200 }, (_unused, index) => test(`test ${(part * 100 + index) % 500}`, 'passed')),
    );
    await Promise.all(parts.map((results) => apply(build, results)));
    expect(await countsOf(build)).toEqual([{ passed: 500, failed: 0, skipped: 0, retried: 0 }]);
    expect(await database.prisma.test.count({ where: { projectId: project.id } })).toBe(500);
  });

  it('are neither read nor reported from another project', async () => {
    const build = await newBuild();
    const runId = await apply(build, [test('a', 'failed')]);
    const { accountId: otherAccount } = await make.studio();
    const stranger = await make.project(otherAccount);
    const ids = { accountId: otherAccount, projectId: stranger.id };
    await expect(apply(build, [test('a', 'passed')], ids)).rejects.toThrow('gone');
    const scope = { projectId: stranger.id };
    expect(await reads.listTestRunsOfBuild({ ...scope, buildRunId: build })).toEqual([]);
    expect(await reads.listTestsOfRun({ ...scope, runId, outcomes: FAILED, offset: 0, count: 10 })).toEqual([]);
    const { id } = await database.prisma.test.findFirstOrThrow({ where: { projectId: project.id } });
    expect(await reads.listTestVariants({ ...scope, testId: Number(id) })).toEqual([]);
    const [variant] = await reads.listTestVariants({ projectId: project.id, testId: Number(id) });
    if (variant === undefined) throw new Error('no variant');
    expect(await reads.listTestHistory({ ...variant, ...scope, count: 10 })).toEqual([]);
  });

  it('are deleted with their build', async () => {
    const build = await newBuild();
    await apply(build, [test('a', 'failed')]);
    await database.prisma.buildRun.delete({ where: { id: build } });
    expect(await database.prisma.testFailure.count({ where: { test: { projectId: project.id } } })).toBe(0);
    expect(await database.prisma.testResults.count({ where: { run: { projectId: project.id } } })).toBe(0);
  });
});

describe('the history of a test', () => {
  it('has every run in which it was, in each variant, newest first', async () => {
    const outcomes = ['passed', 'failed', 'passed'] as const;
    for (const [number, outcome] of outcomes.entries()) {
      const build = await newBuild(String(number).repeat(40));
      await apply(build, [...many(300), test('flaky', outcome)]);
      await apply(build, many(1), { variant: { ...ANY_VARIANT, platform: 'PS5' } });
    }
    await apply(await newBuild(), many(2));
    const { id } = await database.prisma.test.findFirstOrThrow({
      where: { projectId: project.id, name: 'flaky' },
    });
    const variants = await reads.listTestVariants({ projectId: project.id, testId: Number(id) });
    expect(variants).toMatchObject([{ platform: '', chunk: 1, place: 44 }]);
    const [variant] = variants;
    if (variant === undefined) throw new Error('no variant');
    const history = await reads.listTestHistory({ ...variant, projectId: project.id, count: 100 });
    expect(history.map(({ outcome, commitHash }) => [outcome, commitHash[0]])).toEqual([
      ['passed', '2'],
      ['failed', '1'],
      ['passed', '0'],
    ]);
  });
});
