import { describe, expect, it } from '@jest/globals';
import type { BuildStatus } from '@slipway/contracts';
import { findBaseline, findJobPast, openProcessDatabase } from '@slipway/db';
import type { JobPast } from '@slipway/diagnosis';
import { createProjectRedactors } from '@slipway/domain';
import { factories, TEST_APP_SECRET, testProcess } from '@slipway/testing';
import type { JobContext } from '../define-job.js';
import { createEngine } from '../investigation/engine.js';
import { job } from './update-baseline.js';

const context = await testProcess();
const database = openProcessDatabase(context, { name: 'test', statementTimeoutMs: 10_000 });
const { prisma } = database;
const make = factories(database);
const engine = createEngine({ threads: 2 });
context.onClose('engine', () => engine.close());
const redactors = createProjectRedactors([TEST_APP_SECRET]);

async function startJob() {
  const { accountId } = await make.studio();
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'jenkins');
  const scope = { projectId: project.id, integrationId, jobKey: 'Harbor' };
  return {
    ...scope,
    async passes(minute: number, content: string | null, status: BuildStatus = 'completed') {
      const finishedAt = new Date(Date.UTC(2026, 10, 15, 9, minute));
      const log = content === null ? {} : { log: { create: { content, receivedAt: finishedAt } } };
      const { id } = await make.buildRun(project, {
        integrationId,
        jobKey: 'Harbor',
        status,
        finishedAt,
        hasLog: content !== null,
        ...log,
      });
      return id;
    },
    update: () =>
      job.run(scope, {
        database,
        engine,
        redactors,
        signal: new AbortController().signal,
      } as unknown as JobContext),
    past: async () => (await findJobPast<JobPast>(database, scope))?.past ?? null,
    stored: () => prisma.buildBaseline.findFirst({ where: { projectId: project.id } }),
  };
}

describe('a baseline', () => {
  it('contains hashes of the newest passing log and none of its text', async () => {
    const { passes, update, stored } = await startJob();
    await update();
    expect(await stored()).toBeNull();
    await passes(1, 'warning: the tide is low\n');
    const newest = await passes(2, 'warning: the harbor master sleeps\n');
    await passes(3, null);
    await update();
    const row = await stored();
    expect(row?.buildRunId).toBe(BigInt(newest));
    expect(JSON.stringify(row?.baseline)).not.toMatch(/tide|harbor/);
  });

  it('is changed neither by a build that arrives late nor by a repeated job', async () => {
    const { passes, update, stored } = await startJob();
    await passes(5, 'warning: one\n');
    await update();
    const before = await stored();
    await passes(2, 'warning: another\n');
    await update();
    await update();
    expect(await stored()).toEqual(before);
  });

  it('is the same in whatever order workers save it', async () => {
    const { passes, update, stored } = await startJob();
    await passes(1, 'warning: one\n');
    const newest = await passes(2, 'warning: two\n');
    await Promise.all(Array.from({ length: 6 }, () => update()));
    expect((await stored())?.buildRunId).toBe(BigInt(newest));
  });

  it('is kept for the 200 jobs of a project that passed most recently', async () => {
    const { passes, update, projectId, integrationId } = await startJob();
    await prisma.buildBaseline.createMany({
      data: Array.from({ length: 250 }, (_, index) => ({
        integrationId,
        jobKey: `Old-${index}`,
        projectId,
        baseline: {},
        buildRunId: 1,
        finishedAt: new Date(0),
        updatedAt: new Date(index),
      })),
    });
    await passes(1, 'warning: one\n');
    await update();
    const retained = await prisma.buildBaseline.findMany({ where: { projectId } });
    expect(retained).toHaveLength(200);
    expect(retained.map(({ jobKey }) => jobKey)).toContain('Harbor');
    expect(retained.map(({ jobKey }) => jobKey)).not.toContain('Old-0');
  });
});

describe('the past of a job', () => {
  it('contains failed and passed builds, none of their text, and no baseline before one passes', async () => {
    const job = await startJob();
    const first = await job.passes(1, 'error: the harbor is closed\n', 'failed');
    await job.update();
    expect((await job.past())?.builds).toEqual([first]);
    expect(await findBaseline(database, job)).toBeNull();
    const second = await job.passes(2, 'error: ignored, the harbor is open\n');
    await job.update();
    await job.update();
    const past = await job.past();
    expect(past?.builds).toEqual([second, first]);
    expect(JSON.stringify(past)).not.toContain('harbor');
    expect((await findBaseline(database, job))?.buildRunId).toBe(second);
  });

  it('forgets a build whose log was deleted', async () => {
    const job = await startJob();
    const first = await job.passes(1, 'error: the harbor is closed\n', 'failed');
    await job.update();
    await prisma.buildRun.update({ where: { id: first }, data: { hasLog: false } });
    const second = await job.passes(2, 'error: the tide is low\n', 'failed');
    await job.update();
    const past = await job.past();
    expect(past?.builds).toEqual([second]);
    expect(Buffer.from(past?.lines ?? '', 'base64')).toHaveLength(6);
  });
});
