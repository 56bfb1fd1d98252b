import type { FileChange } from '@slipway/domain';
import { chunksOf } from '../../chunks.js';
import { execute, type Queryable, sql, tableOf } from '../../sql.js';
import type { MergedChange } from './merged-change.js';

/** An index holds no longer path: such files count, but are not listed. */
const MAX_PATH_BYTES = 2_000;

/** Whether a path is short enough to be looked up by. */
export function isIndexable(path: string): boolean {
  return path.length * 3 <= MAX_PATH_BYTES || Buffer.byteLength(path) <= MAX_PATH_BYTES;
}

/** Writes the files of changes whose set is another than before. */
export async function replaceFiles(tx: Queryable, changes: readonly MergedChange[]): Promise<void> {
  const told = changes.filter(
    ({ before, after }) => after.files?.files != null && before?.files?.digest !== after.files.digest,
  );
  const known = told.filter(({ before }) => before?.files != null).map(({ id }) => id);
  if (known.length > 0) await execute(tx, sql`DELETE FROM change_files WHERE change_id = ANY(${known}::bigint[])`);
  const rows = told.flatMap(({ id, after }) =>
    (after.files?.files ?? []).filter(({ path }) => isIndexable(path)).map((file) => ({ id, file })),
  );
  for (const part of chunksOf(rows)) await insertFiles(tx, part);
}

async function insertFiles(
  tx: Queryable,
  rows: readonly { readonly id: number; readonly file: FileChange }[],
): Promise<void> {
  const table = tableOf([
    ['change_id', 'bigint', rows.map(({ id }) => id)],
    ['path', 'text', rows.map(({ file }) => file.path)],
    ['action', 'file_action', rows.map(({ file }) => file.action)],
  ]);
  await execute(tx, sql`INSERT INTO change_files (change_id, path, action) SELECT * FROM ${table}`);
}
