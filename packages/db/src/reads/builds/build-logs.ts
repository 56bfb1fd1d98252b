import type { DatabaseHandle } from '../../database.js';

const NO_LOG = { content: '', truncated: false };

/** The captured output of a build run; empty if it has none, null if there is no such run. */
async function findBuildLog({ prisma }: DatabaseHandle, projectId: number, buildRunId: number) {
  const run = await prisma.buildRun.findUnique({
    where: { id: buildRunId, projectId },
    select: { log: { select: { content: true, truncated: true } } },
  });
  return run && (run.log ?? NO_LOG);
}

export const reads = { findBuildLog };
