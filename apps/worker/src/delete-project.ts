import { deleteProjectRow, deleteProjectRows } from '@slipway/db';
import type { JobContext } from './define-job.js';

/** Rows of one kind per statement; small batches hold their locks only briefly. */
const BATCH = 1_000;

/** Deletes a project piece by piece. An interrupted run continues where it stopped. */
export async function deleteWholeProject(projectId: number, { database, signal }: JobContext): Promise<void> {
  while ((await deleteProjectRows(database.pool, projectId, BATCH)) > 0) signal.throwIfAborted();
  await database.modelTransaction((tx) => deleteProjectRow(tx, projectId));
}
