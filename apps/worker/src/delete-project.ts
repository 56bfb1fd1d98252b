import { deleteProjectRow, deleteProjectRows, isProjectHeld } from '@slipway/db';
import type { JobContext } from './define-job.js';

/** Rows of one kind per statement; small batches hold their locks only briefly. */
const BATCH = 1_000;

/**
 * Deletes a project piece by piece. An interrupted run continues where it stopped. Returns false, and deletes no more, if
 * an owner has put the project under a legal hold meanwhile.
 */
export async function deleteWholeProject(
  projectId: number,
  { database, signal }: Pick<JobContext, 'database' | 'signal'>,
): Promise<boolean> {
  while (!(await isProjectHeld(database, projectId))) {
    signal.throwIfAborted();
    if ((await deleteProjectRows(database.pool, projectId, BATCH)) > 0) continue;
    await database.modelTransaction((tx) => deleteProjectRow(tx, projectId));
    return true;
  }
  return false;
}
