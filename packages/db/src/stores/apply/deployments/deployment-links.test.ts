import { afterAll, describe, expect, it } from '@jest/globals';
import type { DeploymentReport, Operation } from '@slipway/domain';
import {
  buildReport,
  deploymentReport,
  factories,
  newAppliedProject,
  openTestDatabase,
  REPORTED_AT,
  testDatabase,
} from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { prisma } = database;
const { accountId } = await factories(database).studio();

const newProject = () => newAppliedProject(database, accountId);

/** The job of the build that the project's deployment is linked to. */
async function linkedJob(projectId: number): Promise<string | null> {
  const { buildRunId } = await prisma.deployment.findFirstOrThrow({ where: { projectId } });
  return (await prisma.buildRun.findUnique({ where: { id: buildRunId ?? 0 } }))?.jobName ?? null;
}

describe('a deployment', () => {
  it('is linked to its build, whichever is reported first', async () => {
    const [first, second] = [await newProject(), await newProject()];
    await first.report(buildReport());
    await first.report(deploymentReport());
    await second.report(deploymentReport());
    expect(await linkedJob(second.id)).toBeNull();
    await second.report(buildReport());
    expect([await linkedJob(first.id), await linkedJob(second.id)]).toEqual(['win', 'win']);
  });

  it('is linked to its build when both are applied at once', async () => {
    const { apply, projectId } = await newProject();
    for (let number = 0; number < 40; number += 1) {
      const buildNumber = String(number);
      await Promise.all([
        apply([{ key: `b${number}`, operations: [buildReport({ buildNumber })] }]),
        apply([{ key: `d${number}`, operations: [deploymentReport({ buildNumber })] }]),
      ]);
    }
    expect(await prisma.deployment.count({ where: { projectId, buildRunId: null } })).toBe(0);
  });

  it('is linked to the build of its commit, and never to a build of another commit', async () => {
    const { report, id } = await newProject();
    await report(buildReport({ jobName: 'aaa', commitHash: 'c1' }), deploymentReport({ commitHash: 'c2' }));
    expect(await linkedJob(id)).toBeNull();
    await report(buildReport({ jobName: 'zzz', commitHash: 'c2' }));
    expect(await linkedJob(id)).toBe('zzz');
  });

  const whole = 'b81e47f09c3d5526aa1f7e60d2c94b8f3e7a9d15';
  const other = 'b81e47f19c3d5526aa1f7e60d2c94b8f3e7a9d15';
  it.each([
    ['a short hash is linked with a build with the whole hash', whole.slice(0, 8), whole],
    ['a whole hash is linked with a build with a short hash', whole, whole.slice(0, 8)],
  ])('is linked to the right build with %s', async (_, shipped, built) => {
    for (const buildNumber of ['', '7']) {
      const reports = [
        buildReport({ jobName: 'another', commitHash: other }),
        buildReport({ jobName: 'right', commitHash: built }),
        deploymentReport({ buildNumber, commitHash: shipped }),
      ];
      for (const order of [reports, reports.toReversed()]) {
        const { report, id } = await newProject();
        for (const operation of order) await report(operation);
        expect(await linkedJob(id)).toBe('right');
      }
    }
  });
});

describe('a deployment that matches several builds', () => {
  const orders = (all: readonly Operation[]): Operation[][] =>
    all.length < 2
      ? [[...all]]
      : all.flatMap((one) => orders(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));
  const lint = buildReport({ jobName: 'a-lint', status: 'failed', commitHash: 'c1' });
  const started = buildReport({ jobName: 'b-game', status: 'building', commitHash: 'c1' });
  const passed: typeof started = { ...started, status: 'completed', reportedAt: REPORTED_AT + 1 };
  const cases: [string, DeploymentReport][] = [
    ['number', deploymentReport()],
    ['commit', deploymentReport({ buildNumber: '', commitHash: 'c1' })],
  ];

  it.each(cases)('by %s is linked to the one that passed, in any order', async (_, shipped) => {
    for (const order of orders([lint, started, passed, shipped])) {
      const { report, id } = await newProject();
      for (const operation of order) await report(operation);
      expect(await linkedJob(id)).toBe('b-game');
    }
  });

  it('is linked to a running build rather than a failed one, and by name if both failed', async () => {
    const { report, id } = await newProject();
    await report(deploymentReport(), lint, started);
    expect(await linkedJob(id)).toBe('b-game');
    await report({ ...passed, status: 'failed' });
    expect(await linkedJob(id)).toBe('a-lint');
    await report({ ...passed, attempt: 2, status: 'passed_pending_approval' });
    expect(await linkedJob(id)).toBe('b-game');
  });

  it('is linked to the right one when they end at the same time', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { report, id } = await newProject();
      await report(deploymentReport(), { ...lint, status: 'building' }, started);
      await Promise.all([
        report(buildReport({ jobName: '0-docs', status: 'building', reportedAt: REPORTED_AT + 1 })),
        report(passed),
        report({ ...lint, reportedAt: REPORTED_AT + 1 }),
      ]);
      expect(await linkedJob(id)).toBe('b-game');
    }
  });
});
