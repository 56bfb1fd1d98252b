import { createHash } from 'node:crypto';
import { type Columns, computed, pick, type RowOf, selectList } from './columns.js';
import { type DefinedQuery, defineQuery, type QueryDefinition } from './define-query.js';
import { type Queryable, raw, type Sql, sql } from './sql.js';

/** A list's statement, and one that reads only the page's version. */
export interface DefinedPage<Params, C extends Columns> {
  readonly rows: DefinedQuery<Params, RowOf<C>>;
  readVersion(on: Queryable, params: Params): Promise<string>;
}

/** Defines both statements; `version` names the columns that differ whenever a row on the page does. */
export function definePage<Params, C extends Columns, Name extends keyof C & string>(
  definition: QueryDefinition<Params, C> & { readonly version: readonly Name[] },
): DefinedPage<Params, C> {
  const { name, columns, version } = definition;
  const selected = selectList(pick(columns, ...version));
  const versionOf = sql`concat_ws(' ', ${raw(version.map((each) => `"${each}"`).join(', '))})`;
  const versions = defineQuery({
    ...definition,
    name: `${name} (version)`,
    columns: { hash: computed('text', sql`encode(sha256(convert_to(${joined(versionOf)}, 'UTF8')), 'hex')`) },
    build: (params: Params, select) => sql`SELECT ${select} FROM (${definition.build(params, selected)}) page`,
  });
  return {
    rows: defineQuery(definition),
    readVersion: async (on, params) => (await versions.first(on, params))?.hash ?? '',
  };
}

const joined = (versions: Sql) => sql`COALESCE(string_agg(${versions}, chr(10)), '')`;

/** The version of a page that was read, from the versions of its rows: the same as `readVersion` computes. */
export function versionOfPage(rowVersions: readonly string[]): string {
  return createHash('sha256').update(rowVersions.join('\n')).digest('hex');
}

/**
 * A text that differs whenever the row does: whoever writes a row leaves the number of the transaction in its xmin. The
 * time tells rows of a database apart that was restored from a backup, where transactions get the same numbers again.
 */
export function rowVersion(...parts: readonly Sql[]) {
  const [first = sql`''`, ...others] = parts;
  return computed(
    'text',
    others.reduce((text, part) => sql`${text} || ' ' || ${part}`, first),
  );
}

/** A row of a page, with its version. */
export type Versioned<Row> = Row & { readonly rowVersion: string };
