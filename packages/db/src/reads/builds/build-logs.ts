import type { DatabaseHandle } from '../../database.js';

/** The captured output of a build; empty when there is none. */
export interface BuildLogRecord {
  readonly content: string;
  readonly truncated: boolean;
}

const NO_LOG: BuildLogRecord = { content: '', truncated: false };

/** The log of a build run in the project; null if there is no such run. */
async function findBuildLog(
  { prisma }: DatabaseHandle,
  projectId: number,
  buildRunId: number,
): Promise<BuildLogRecord | null> {
  const run = await prisma.buildRun.findUnique({
    where: { id: buildRunId, projectId },
    select: { log: { select: { content: true, truncated: true } } },
  });
  return run && (run.log ?? NO_LOG);
}

export const reads = { findBuildLog };
