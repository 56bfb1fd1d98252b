import { assetStateOfFile, compareText } from '@slipway/domain';
import { chunksOf } from '../../../chunks.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { iso } from '../../../times.js';
import type { AppliedChange } from '../changes/apply-changes.js';
import { isIndexable } from '../changes/change-files.js';
import { keyText } from '../engine/merged-table.js';

interface Removal {
  readonly projectId: number;
  readonly path: string;
  readonly branch: string;
  readonly removedAt: string;
}

function removalsOf({ report, change }: AppliedChange): Removal[] {
  const { timestamp, files = [] } = report.operation;
  const branch = change.after.fields.branch?.value ?? '';
  return files
    .filter(({ action, path }) => action === 'delete' && isIndexable(path) && assetStateOfFile(path) !== null)
    .map(({ path }) => ({ projectId: report.scope.projectId, path, branch, removedAt: iso(timestamp) }));
}

const isLater = (a: Removal, b: Removal) =>
  (compareText(a.removedAt, b.removedAt) || compareText(a.branch, b.branch)) > 0;

const writeRemovals = defineQuery({
  name: 'write asset_removals',
  columns: {},
  examples: [[]],
  build: (
    rows: readonly Removal[],
  ) => sql`INSERT INTO asset_removals AS known (project_id, path, branch, removed_at)
    SELECT * FROM ${rowsOf(rows, { projectId: 'int', path: 'text', branch: 'text', removedAt: 'timestamptz' })}
    ON CONFLICT (project_id, path) DO UPDATE SET branch = EXCLUDED.branch, removed_at = EXCLUDED.removed_at
      WHERE (EXCLUDED.removed_at, EXCLUDED.branch COLLATE "C") > (known.removed_at, known.branch COLLATE "C")`,
});

/** Records the last deletion of each file that is an asset, so that retention knows which assets are gone. */
export async function recordRemovals(tx: Queryable, changes: readonly AppliedChange[]): Promise<void> {
  const last = new Map<string, Removal>();
  for (const removal of changes.flatMap(removalsOf)) {
    const key = keyText([removal.projectId, removal.path]);
    const known = last.get(key);
    if (known === undefined || isLater(removal, known)) last.set(key, removal);
  }
  // In one order, so that concurrent transactions cannot block each other.
  const rows = [...last].toSorted(([a], [b]) => compareText(a, b)).map(([, removal]) => removal);
  for (const part of chunksOf(rows)) await writeRemovals.execute(tx, part);
}
