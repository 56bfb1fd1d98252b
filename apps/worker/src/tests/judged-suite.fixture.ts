import { beforeEach } from '@jest/globals';
import type { ReportedTestResult } from '@slipway/db';
import { ANY_VARIANT } from '@slipway/domain';
import { reportTests, testClock, testResult } from '@slipway/testing';
import { HOUR_MS, testJobContext } from '../jobs/job-context.fixture.js';
import { judgeDueRun } from './judge-tests.js';

const START = Date.UTC(2026, 2, 1);

interface RunFields {
  readonly branch?: string;
  readonly changelist?: string;
  readonly platform?: string;
  readonly status?: string;
  /** A build that has another run already. */
  readonly buildRunId?: number;
}

export type Results = readonly ReportedTestResult[];

export const steady = Array.from({ length: 30 }, (_, index) => testResult(`steady ${index}`, ['passed']));

/** A suite whose runs are judged one after the other, in a new project for each test. */
export async function judgedSuite() {
  const { context: shared, database, prisma, make } = await testJobContext({ creditCost: 1 });
  const clock = testClock(START);
  const context = { ...shared, clock };
  const { accountId, userId } = await make.studio();
  const suite = { accountId, userId, projectId: 0, runs: 0 };
  beforeEach(async () => {
    suite.projectId = (await make.project(accountId)).id;
    suite.runs = 0;
  });

  /** One build with a run of the suite, three hours after the one before, and the judgement of it; returns the build. */
  async function run(results: Results, { platform = '', buildRunId, ...fields }: RunFields = {}): Promise<number> {
    const { projectId } = suite;
    suite.runs += 1;
    clock.set(START + suite.runs * 3 * HOUR_MS);
    const at = new Date(clock.now());
    const made = {
      changelist: String(1_000 + suite.runs),
      branch: 'main',
      finishedAt: at,
      statusAt: at,
      ...fields,
    };
    const id = buildRunId ?? Number((await make.buildRun({ id: projectId, accountId }, made)).id);
    const build = { accountId, projectId, buildRunId: id };
    await reportTests(database, build, results, { startedAt: at, variant: { ...ANY_VARIANT, platform } });
    await prisma.testRun.updateMany({ where: { judgeAfter: { not: null } }, data: { judgeAfter: new Date(0) } });
    while (await judgeDueRun(context));
    return id;
  }

  async function repeat(count: number, resultsOf: (index: number) => Results, fields?: RunFields): Promise<void> {
    for (let index = 0; index < count; index += 1) await run(resultsOf(index), fields);
  }

  return { suite, database, prisma, make, run, repeat };
}
