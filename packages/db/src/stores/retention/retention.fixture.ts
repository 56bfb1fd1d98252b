import type { HistoryTable } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { sweepHistory } from './history-sweeps.js';

const DAY_MS = 24 * 60 * 60_000;

/** Some days before now. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** The times of a row that was written once, so many days ago. */
export const writtenAgo = (days: number) => ({ createdAt: daysAgo(days), updatedAt: daysAgo(days) });

/** A database with a studio, and functions that fill it with the past and let it expire after 90 days. */
export async function retentionFixture() {
  const { url } = await testDatabase();
  const database = openTestDatabase(url);
  const { prisma } = database;
  const make = factories(database);
  const studio = await make.studio();
  const project = await make.project(studio.accountId);
  let numbers = 0;
  const build = async (days: number, fields: Readonly<Record<string, unknown>> = {}) => {
    numbers += 1;
    const finishedAt = daysAgo(days);
    const times = { ...writtenAgo(days), statusAt: finishedAt, finishedAt };
    return (await make.buildRun(project, { ...times, buildNumber: `n${numbers}`, ...fields })).id;
  };
  return {
    url,
    database,
    prisma,
    make,
    studio,
    project,
    build,
    /** A build with a log. */
    async loggedBuild(days: number, fields: Readonly<Record<string, unknown>> = {}) {
      const buildRunId = await build(days, { hasLog: true, ...fields });
      await prisma.buildLog.create({ data: { buildRunId, content: 'output', receivedAt: daysAgo(days) } });
      return buildRunId;
    },
    /** Starts and finishes a sweep, as on a new day; returns how many rows it deleted. */
    async sweep(table: HistoryTable, { days = 90, limit = 100 } = {}): Promise<number> {
      await prisma.retentionSweep.deleteMany({ where: { name: table } });
      let deleted = 0;
      for (;;) {
        const step = await sweepHistory(database, { table, days, limit });
        deleted += step.deleted;
        if (step.done) return deleted;
      }
    },
    async buildIds(): Promise<number[]> {
      const rows = await prisma.buildRun.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } });
      return rows.map(({ id }) => Number(id));
    },
  };
}
