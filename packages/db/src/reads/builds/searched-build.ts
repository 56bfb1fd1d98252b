import { columnsOf, pick } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

interface BuildOfProject {
  readonly projectId: number;
  readonly id: number;
}

const searchedProblem = defineQuery({
  name: 'find problem of searched build',
  columns: pick(columnsOf('BuildRun', 'b'), 'searchedProblemId'),
  examples: [{ projectId: 1, id: 1 }],
  build: ({ projectId, id }: BuildOfProject, select) =>
    sql`SELECT ${select} FROM build_runs b WHERE b.id = ${id} AND b.project_id = ${projectId}`,
});

/** Whether a search for a culprit requested a build. */
export async function isSearchedBuild(
  { pool }: Pick<DatabaseHandle, 'pool'>,
  { projectId, id }: BuildOfProject,
): Promise<boolean> {
  return (await searchedProblem.first(pool, { projectId, id }))?.searchedProblemId != null;
}
