import {
  type DatabaseHandle,
  findBuildOutput,
  findUploadedOutput,
  type JobBuild,
  type UploadedOutput,
} from '@slipway/db';
import { BinaryLogError, type CapturedLog, captureLog } from '@slipway/diagnosis';

/** Of a longer log, the engine reads the lines that matter. */
const READ_BYTES = 2 * 1024 * 1024;
const WINDOW_LINES = 10_000;

/** The output of a build: what was uploaded, otherwise what a report contained. Null if there is none. */
export async function findOutput(
  database: DatabaseHandle,
  build: Pick<JobBuild, 'projectId' | 'id'>,
): Promise<CapturedLog | null> {
  const { projectId, id: buildRunId } = build;
  const uploaded = await findUploadedOutput(database, { projectId, buildRunId });
  if (uploaded === null) return findBuildOutput(database, build);
  try {
    const { log } = await captureLog(bytesOf(uploaded), { limit: READ_BYTES });
    return { ...log, truncated: uploaded.truncated };
  } catch (error) {
    if (error instanceof BinaryLogError) return null;
    throw error;
  }
}

async function* bytesOf(uploaded: UploadedOutput): AsyncGenerator<Buffer> {
  for (let fromLine = 1; fromLine <= uploaded.totalLines; fromLine += WINDOW_LINES) {
    const { lines } = await uploaded.read({ fromLine, lines: WINDOW_LINES });
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}
