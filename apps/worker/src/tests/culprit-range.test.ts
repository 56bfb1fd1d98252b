import { expect, it } from '@jest/globals';
import { findCulpritRange } from '@slipway/db';
import { testResult } from '@slipway/testing';
import { judgedSuite, steady } from './judged-suite.fixture.js';

const { suite, database, prisma, make, run, repeat } = await judgedSuite();

const sinks = (outcome: 'passed' | 'failed') => [...steady, testResult('sinks', [outcome])];

async function rangeOfProblem() {
  const { id } = await prisma.problem.findFirstOrThrow({ where: { projectId: suite.projectId } });
  return findCulpritRange(database, suite.projectId, Number(id));
}

const change = (identifier: string) =>
  make.change(
    { id: suite.projectId, accountId: suite.accountId },
    { identifier, displayIdentifier: `CL ${identifier}`, sourceType: 'Changelist', branch: 'main' },
  );

it('a test: every run of the variant on the branch is evidence about the changes since it last passed', async () => {
  await repeat(3, () => sinks('passed'));
  for (const changelist of ['1005', '1010', '1020']) await change(changelist);
  const fields = { platform: '' };
  const first = await run(sinks('failed'), { ...fields, changelist: '1020' });
  await run(sinks('failed'), { ...fields, changelist: '1020', branch: 'release' });
  await run(sinks('passed'), { ...fields, changelist: '1007' });
  await run(sinks('failed'), { ...fields, changelist: '1030' });
  const range = await rangeOfProblem();
  expect(range?.firstFailed.id).toBe(first);
  expect(range?.lastPassing.changelist).toBe('1003');
  expect(range?.changes.map(({ identifier }) => identifier)).toEqual(['1005', '1010', '1020']);
  expect(range?.runs).toEqual([
    { position: 0, hasPassed: true },
    { position: 3, hasPassed: false },
    { position: 1, hasPassed: true },
    { position: 3, hasPassed: false },
  ]);
  expect(range?.history).toEqual({ failures: 0, passes: 2 });
});

it('a test that never passed has no range', async () => {
  await run(sinks('failed'));
  expect(await rangeOfProblem()).toBeNull();
});
