import { describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { type AppliedBatch, type Database, openProcessDatabase } from '@slipway/db';
import { createProjectRedactors, systemClock } from '@slipway/domain';
import { connectRetrying, createJobPublisher, createSeenKeys } from '@slipway/queue';
import { createMetrics } from '@slipway/runtime';
import { factories, TEST_APP_SECRET, testDelivery, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createBaselineRequests } from '../investigation/baseline-requests.js';
import { createFailureQueue } from '../investigation/failure-queue.js';
import { createWorkerMetrics } from '../worker-metrics.js';
import { job } from './apply-deliveries.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const HASTY_MS = 3_000;
const hasty = openProcessDatabase(context, { name: 'hasty', statementTimeoutMs: HASTY_MS });
const redis = connectRetrying(context.settings, () => undefined);
context.onClose('redis', () => redis.disconnect());
const queue = createJobPublisher({ connection: redis });
context.onClose('job publisher', () => queue.close());
const { prisma } = database;
const make = factories(database);
const { accountId } = await make.studio();
const project = await make.project(accountId);
const { id: integrationId } = await make.integration(project, 'jenkins');

const report = (jobName: string, of = { projectId: project.id, integrationId }) =>
  testDelivery({
    accountId,
    ...of,
    body: JSON.stringify({ job_name: jobName, build_number: 1, status: 'SUCCESS' }),
  });

/** Runs an envelope as the queue does: a second time if the acknowledgment was lost. */
function apply(...deliveries: Delivery[]): Promise<void> {
  return applyOn(database, deliveries);
}

function applyOn(on: Database, deliveries: readonly Delivery[], limitMs = 60_000): Promise<void> {
  return job.run({ v: 1, deliveries: [...deliveries] }, {
    database: on,
    clock: systemClock,
    baseUrl: 'https://slipway.example.com',
    seenKeys: createSeenKeys(redis),
    redactors: createProjectRedactors([TEST_APP_SECRET]),
    baselines: createBaselineRequests({ queue, clock: systemClock, logger: context.logger }),
    failures: createFailureQueue({ queue, logger: context.logger }),
    metrics: createWorkerMetrics(createMetrics()),
    logger: context.logger,
    signal: AbortSignal.timeout(limitMs),
  } as unknown as JobContext);
}

const outcomeOf = async ({ id }: Delivery) => (await prisma.delivery.findFirst({ where: { id } }))?.outcome;

describe('an envelope', () => {
  it('waits, without creating dead letters, while the schema belongs to another release', async () => {
    const deliveries = [report('one'), report('two')];
    await prisma.$executeRaw`ALTER TABLE build_runs RENAME COLUMN original_status TO not_yet`;
    await expect(apply(...deliveries)).rejects.toMatchObject({ code: '42703' });
    expect(await prisma.deadLetter.count()).toBe(0);
    await prisma.$executeRaw`ALTER TABLE build_runs RENAME COLUMN not_yet TO original_status`;
    await apply(...deliveries);
    expect(await Promise.all(deliveries.map(outcomeOf))).toEqual(['applied', 'applied']);
  });

  it('is applied over a new connection when a migration invalidates prepared statements', async () => {
    await apply(report('before'));
    await prisma.$executeRaw`ALTER TABLE build_runs ALTER COLUMN job_name TYPE varchar(1000)`;
    const delivery = report('after');
    await apply(delivery);
    expect(await outcomeOf(delivery)).toBe('applied');
    expect(await prisma.deadLetter.count()).toBe(0);
    await prisma.$executeRaw`ALTER TABLE build_runs ALTER COLUMN job_name TYPE text`;
  });

  it('is split when it takes too long; deliveries of a locked project wait', async () => {
    const other = await make.project(accountId);
    const { id } = await make.integration(other, 'jenkins');
    const held = report('held');
    const free = report('free', { projectId: other.id, integrationId: id });
    await prisma.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT FROM projects WHERE id = ${project.id} FOR UPDATE`;
      await expect(applyOn(hasty, [held, free])).rejects.toMatchObject({ code: '55P03' });
    });
    expect(await Promise.all([held, free].map(outcomeOf))).toEqual([undefined, 'applied']);
    await apply(held, free);
    expect(await Promise.all([held, free].map(outcomeOf))).toEqual(['applied', 'applied']);
    expect(await prisma.deadLetter.count()).toBe(0);
  });

  it('is applied on the first attempt, except for deliveries of a locked project', async () => {
    const other = await make.project(accountId);
    const { id } = await make.integration(other, 'jenkins');
    const held = report('of a held project');
    const free = Array.from({ length: 200 }, (_, index) =>
      report(`free ${index}`, { projectId: other.id, integrationId: id }),
    );
    const applied = () => prisma.delivery.count({ where: { projectId: other.id, outcome: 'applied' } });
    const appliedAfter: number[] = [];
    await prisma.$transaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_advisory_xact_lock(74025, ${project.id})::text`;
        for (const _attempt of [1, 2, 3]) {
          // Within a job's time limit, four statements may each use their full time.
          await expect(applyOn(hasty, [held, ...free], 4 * HASTY_MS)).rejects.toThrow('locked by others');
          appliedAfter.push(await applied());
        }
      },
      { timeout: 60_000 },
    );
    expect(appliedAfter).toEqual([200, 200, 200]);
    expect(await outcomeOf(held)).toBeUndefined();
    await apply(held, ...free);
    expect(await outcomeOf(held)).toBe('applied');
    expect(await prisma.buildRun.count({ where: { projectId: other.id } })).toBe(200);
    expect(await prisma.deadLetter.count()).toBe(0);
  });

  it('applies a large delivery in its own transaction, after the others', async () => {
    const transactions: number[] = [];
    const noting: Database = {
      ...database,
      prisma,
      transaction: (work, signal) =>
        database.transaction(async (tx) => {
          const applied = await work(tx);
          transactions.push((applied as AppliedBatch).settled.length);
          return applied;
        }, signal),
    };
    const body = JSON.stringify({
      job_name: 'large',
      build_number: 1,
      status: 'SUCCESS',
      log: 'x'.repeat(2 ** 21),
    });
    const large = testDelivery({ accountId, projectId: project.id, integrationId, body });
    await applyOn(noting, [large, report('beside it'), report('beside it too')]);
    expect(transactions).toEqual([2, 1]);
    expect(await outcomeOf(large)).toBe('applied');
  });

  it.each([
    ['a statement', '57014', 'canceling statement due to statement timeout'],
    ['the worker', '25P03', 'terminating connection due to idle-in-transaction timeout'],
  ])('creates one dead letter when %s takes too long every time', async (who, code, reason) => {
    const slowOne = report(`slow: ${who}`);
    const others = Array.from({ length: 20 }, (_, index) => report(`beside ${who} ${index}`));
    await prisma.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN
        IF NEW.job_name LIKE 'slow: %' THEN RAISE EXCEPTION '${reason}' USING ERRCODE = '${code}'; END IF;
        RETURN NEW;
      END $$`);
    await prisma.$executeRaw`CREATE OR REPLACE TRIGGER slow BEFORE INSERT ON build_runs FOR EACH ROW
      EXECUTE FUNCTION be_slow()`;
    const outcomes: unknown[] = [];
    for (const _attempt of [1, 2, 3, 4, 5]) {
      outcomes.push(
        await applyOn(hasty, [slowOne, ...others]).then(
          () => 'settled',
          ({ message }) => message,
        ),
      );
      expect(await Promise.all(others.map(outcomeOf))).toEqual(others.map(() => 'applied'));
    }
    expect(outcomes).toEqual([reason, reason, reason, reason, 'settled']);
    expect(await outcomeOf(slowOne)).toBe('dead');
    expect(await prisma.deadLetter.findMany()).toMatchObject([{ deliveryId: slowOne.id }]);
    await prisma.deadLetter.deleteMany();
    await prisma.$executeRaw`DROP TRIGGER slow ON build_runs`;
  });

  it('updates the outcome of a dead delivery when it runs again', async () => {
    const deliveries = [report('fine'), report('poison')] as const;
    await prisma.$executeRaw`ALTER TABLE build_runs ADD CONSTRAINT poison CHECK (job_name <> 'poison')`;
    await apply(...deliveries);
    expect(await Promise.all(deliveries.map(outcomeOf))).toEqual(['applied', 'dead']);
    await prisma.$executeRaw`ALTER TABLE build_runs DROP CONSTRAINT poison`;
    // Contains each delivery twice, as if it had been both queued and spooled.
    await apply(...deliveries, ...deliveries);
    expect(await Promise.all(deliveries.map(outcomeOf))).toEqual(['applied', 'applied']);
    expect(await prisma.deadLetter.findMany()).toMatchObject([{ resolvedAt: expect.any(Date) }]);
    expect(await prisma.buildRun.count({ where: { jobName: 'poison' } })).toBe(1);
  });
});
