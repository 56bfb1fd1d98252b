import { type Columns, computed, pick, type RowOf } from './columns.js';
import { type DefinedQuery, defineQuery, type QueryDefinition } from './define-query.js';
import { type Sql, sql } from './sql.js';

/** A list's statement, and one that reads only what changes when a row on the page changes. */
export interface DefinedPage<Params, C extends Columns, Name extends keyof C> {
  readonly rows: DefinedQuery<Params, RowOf<C>>;
  readonly versions: DefinedQuery<Params, RowOf<Pick<C, Name>>>;
}

/** Defines both statements; `version` names the columns of the second. */
export function definePage<Params, C extends Columns, Name extends keyof C & string>(
  definition: QueryDefinition<Params, C> & { readonly version: readonly Name[] },
): DefinedPage<Params, C, Name> {
  const { name, columns, version } = definition;
  return {
    rows: defineQuery(definition),
    versions: defineQuery({ ...definition, name: `${name} (versions)`, columns: pick(columns, ...version) }),
  };
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
