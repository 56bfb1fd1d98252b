import type { ReportedTestResult } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';
import { reportTests, testResult } from '@slipway/testing';
import type { TestApi } from './api.js';

/** A failure names a member's address, which no answer may show. */
export function result(name: string, ...outcomes: Parameters<typeof testResult>[1]): ReportedTestResult {
  const place = { path: 'Harbor.Quay', details: 'at Quay.cs:7', file: 'Assets/Quay.cs', line: 7 };
  return testResult(name, outcomes, { ...place, durationMs: 12, message: `${name} failed for ada@studio.test` });
}

interface Run {
  readonly suite?: string;
  readonly platform?: string;
}

/** A new project of the studio whose builds have results of tests. */
export async function testedProject({
  accountId,
  database,
  make,
}: Pick<TestApi, 'accountId' | 'database' | 'make'>) {
  const { prisma } = database;
  const project = await make.project(accountId);
  const { userId: memberId } = await make.member(project);
  const projectId = project.id;
  const testOf = (name: string) => prisma.test.findFirstOrThrow({ where: { projectId, name } });

  async function addRun(
    buildRunId: string,
    results: readonly ReportedTestResult[],
    { suite = 'PlayMode', platform = '' }: Run = {},
  ): Promise<void> {
    const build = { accountId, projectId, buildRunId: Number(buildRunId) };
    await reportTests(database, build, results, { suite, variant: { ...ANY_VARIANT, platform } });
  }

  return {
    project,
    memberId,
    pathOf: (rest: string) => `/v1/projects/${projectId}${rest}`,
    idOf: async (name: string) => String((await testOf(name)).id),
    addRun,

    async testedBuild(results: readonly ReportedTestResult[], run?: Run): Promise<string> {
      const { id } = await make.buildRun(project, { branch: 'main', changelist: '4711' });
      await addRun(String(id), results, run);
      return String(id);
    },

    async judgeAs(name: string, state: 'broken' | 'flaky', flakeRate = 0): Promise<void> {
      const suite = await prisma.testSuite.findFirstOrThrow({ where: { projectId } });
      const scope = { accountId, projectId, suiteId: suite.id, testId: (await testOf(name)).id };
      const verdict = { ...VERDICT, state, failureRate: flakeRate };
      await prisma.testState.create({
        data: { ...scope, state, flakeRate, since: SINCE, verdict, judgedAt: SINCE },
      });
    },
  };
}

const SINCE = new Date('2026-11-01T08:00:00Z');
const VERDICT = {
  previously: null,
  flakeProbability: 0.99,
  brokenProbability: 0.99,
  since: { at: SINCE.getTime(), revision: '4700' },
  runsSince: 400,
  failuresSince: 7,
  suiteRunsSince: 400,
  evidence: {
    from: SINCE.getTime(),
    lastRunAt: SINCE.getTime(),
    runs: 400,
    failures: 7,
    passedOnRetry: 3,
    revisionsWithBoth: 3,
    loneFailures: 2,
    differentFingerprints: 1,
    failuresAtEnd: 0,
    failuresOfBreak: 0,
  },
  slowdown: null,
};
