import type { FileAction } from '@slipway/contracts';
import { chunksOf } from '../../../chunks.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import type { MergedChange } from './merged-change.js';

/** Longer paths do not fit into an index: files with such paths are counted but not listed. */
const MAX_PATH_BYTES = 2_000;

export function isIndexable(path: string): boolean {
  return path.length * 3 <= MAX_PATH_BYTES || Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

interface FileRow {
  readonly changeId: number;
  readonly path: string;
  readonly action: FileAction;
}

const deleteFiles = defineQuery({
  name: 'delete change_files',
  columns: {},
  examples: [[]],
  build: (changeIds: readonly number[]) =>
    sql`DELETE FROM change_files WHERE change_id = ANY(${changeIds}::bigint[])`,
});

const insertFiles = defineQuery({
  name: 'insert change_files',
  columns: {},
  examples: [[]],
  build: (rows: readonly FileRow[]) => sql`INSERT INTO change_files (change_id, path, action)
    SELECT * FROM ${rowsOf(rows, { changeId: 'bigint', path: 'text', action: 'file_action' })}`,
});

/** Writes the files of changes whose file set is new. */
export async function replaceFiles(tx: Queryable, changes: readonly MergedChange[]): Promise<void> {
  const changed = changes.filter(
    ({ before, after }) => after.files?.files != null && before?.files?.digest !== after.files.digest,
  );
  const known = changed.filter(({ before }) => before?.files != null).map(({ id }) => id);
  if (known.length > 0) await deleteFiles.execute(tx, known);
  const rows = changed.flatMap(({ id, after }) =>
    (after.files?.files ?? [])
      .filter(({ path }) => isIndexable(path))
      .map(({ path, action }) => ({ changeId: id, path, action })),
  );
  for (const part of chunksOf(rows)) await insertFiles.execute(tx, part);
}
