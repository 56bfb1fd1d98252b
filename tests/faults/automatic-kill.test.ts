import { expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { eventually, factories, openTestDatabase, testDelivery, testProcess } from '@slipway/testing';
import { openPublisher } from './publisher.js';
import { workerProcesses } from './worker-process.js';

const KILLS = 6;
/** Every failure is of another job, so each one is the first since its job passed, and charged. */
const LOGGED = 150;
const WITHOUT_LOG = 30;
const PASSED = 60;
const FAULTS = ['Density', 'Height', 'Falloff', 'Color', 'Wind'];
const CREDITS = 1_000;

const { settings, onClose } = await testProcess();
const workers = workerProcesses(settings);
const database = openTestDatabase(settings.DATABASE_URL);
onClose('test database', () => database.close());
const { prisma } = database;
const make = factories(database);
const { publisher } = openPublisher({ settings, onClose });

const { accountId } = await make.studio();
await prisma.account.update({ where: { id: accountId }, data: { credits: CREDITS } });
const { id: projectId } = await make.project(accountId, {
  automaticInvestigation: 'every_failure',
  automaticDailyCredits: CREDITS,
});
const { id: integrationId } = await make.integration({ id: projectId, accountId }, 'jenkins');

function report(fields: Readonly<Record<string, unknown>>): Delivery {
  const body = JSON.stringify({ build_number: 1, ...fields });
  return testDelivery({ accountId, projectId, integrationId, body });
}

function logOf(index: number): string {
  const name = FAULTS[index % FAULTS.length];
  return `Building\nsrc/fog.c:3:1: error: use of undeclared identifier '${name}'\nmake: *** [all] Error 1\n`;
}

/** The kinds alternate, so that each worker gets some of each. */
function deliveries(): Delivery[] {
  return Array.from({ length: LOGGED }, (_, index) => [
    report({ job_name: `logged-${index}`, status: 'FAILURE', log: logOf(index) }),
    ...(index < WITHOUT_LOG ? [report({ job_name: `silent-${index}`, status: 'FAILURE' })] : []),
    ...(index < PASSED ? [report({ job_name: `passed-${index}`, status: 'SUCCESS' })] : []),
  ]).flat();
}

const countCompleted = () => prisma.investigation.count({ where: { projectId, status: 'completed' } });

it('kill -9 of the worker while builds fail: each failure is investigated once and charged once', async () => {
  const all = deliveries();
  const publishing = Promise.all(all.map((delivery) => publisher.publish(delivery)));
  const expected = LOGGED + WITHOUT_LOG;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = await workers.start();
    const enough = (expected / (KILLS + 2)) * kill;
    await eventually(
      'some are completed',
      async () => ((await countCompleted()) >= enough ? true : undefined),
      60_000,
    );
    await worker.kill();
  }
  await publishing;
  // The rest includes those that the killed workers held until their leases expired.
  const last = await workers.start();
  await eventually(
    'all are completed',
    async () => ((await countCompleted()) >= expected ? true : undefined),
    150_000,
  );
  expect(await last.end()).toBe(0);

  const failed = await prisma.buildRun.findMany({
    where: { projectId, status: 'failed' },
    select: { id: true, hasLog: true, investigations: true, problems: true },
  });
  expect(failed).toHaveLength(expected);
  for (const { hasLog, investigations, problems } of failed) {
    expect(investigations).toMatchObject([{ status: 'completed', hasLog, creditsCharged: hasLog ? 1 : 0 }]);
    expect(problems).toHaveLength(hasLog ? 1 : 0);
  }
  const seen = await prisma.problem.findMany({ where: { projectId }, select: { seenCount: true } });
  expect(seen).toEqual(FAULTS.map(() => ({ seenCount: LOGGED / FAULTS.length })));
  const charges = await prisma.creditLedgerEntry.findMany({ where: { accountId } });
  expect(charges.map(({ delta }) => delta)).toEqual(Array(LOGGED).fill(-1));
  expect(new Set(charges.map(({ investigationId }) => investigationId)).size).toBe(LOGGED);
  expect(await prisma.account.findUniqueOrThrow({ where: { id: accountId } })).toMatchObject({
    credits: CREDITS - LOGGED,
  });
}, 600_000);
