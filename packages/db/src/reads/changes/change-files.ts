import { columnsOf, pick } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { when } from '../../keyset.js';
import { containsWords } from '../../like-words.js';
import { sql } from '../../sql.js';

const columns = pick(columnsOf('ChangeFile', 'f'), 'path', 'action');

/** A page of a search in the files of a change. */
export interface FileSearch {
  readonly projectId: number;
  readonly changeId: number;
  readonly text: string | undefined;
  readonly count: number;
  /** The last path of the page before. */
  readonly after: string | null;
}

const EXAMPLE: FileSearch = {
  projectId: 1,
  changeId: 1,
  text: 'crate',
  count: 1,
  after: '//depot/Content/T_Crate.uasset',
};

/**
 * A page of the files of a change whose paths contain the words, in the order of their paths: the primary key has this
 * order.
 */
const filePage = defineQuery({
  name: 'search files of a change',
  columns,
  examples: [EXAMPLE, { ...EXAMPLE, text: undefined, after: null }],
  build: ({ projectId, changeId, text, count, after }: FileSearch, select) =>
    sql`SELECT ${select} FROM changes c JOIN change_files f ON f.change_id = c.id
        WHERE c.id = ${changeId}::bigint AND c.project_id = ${projectId}
          ${when(text, (value) => containsWords(sql`f.path`, value))}
          ${when(after ?? undefined, (path) => sql`f.path > ${path}`)}
        ORDER BY f.path LIMIT ${count}`,
});

export const reads = { searchChangeFiles: filePage.list };
