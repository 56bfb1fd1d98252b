import { createHash } from 'node:crypto';
import { type Columns, computed, pick, type RowOf, selectList } from './columns.js';
import type { DatabaseHandle } from './database.js';
import { type DefinedQuery, defineQuery, type QueryDefinition } from './define-query.js';
import type { PageRequest } from './keyset.js';
import { raw, type Sql, sql } from './sql.js';

export type ProjectPage<Filter> = Filter & PageRequest & { readonly projectId: number };

type ReadPage<Filter, Result> = (
  on: DatabaseHandle,
  projectId: number,
  filter: Filter,
  page: PageRequest,
) => Promise<Result>;

/** Reads the pages of a project's list. */
export function pageReader<Filter, Row>(
  statement: DefinedQuery<ProjectPage<Filter>, Row>,
): ReadPage<Filter, Row[]> {
  return ({ pool }, projectId, filter, page) => statement.all(pool, { ...filter, ...page, projectId });
}

/** How a page of a project's list is read, newest first. */
export interface DefinedPage<Filter, Row> {
  readonly list: ReadPage<Filter, Row[]>;
  /** Reads only the version of the page that `list` would read. */
  readonly readVersion: ReadPage<Filter, string>;
}

/** Defines both statements; `version` names the columns that differ whenever a row on the page does. */
export function definePage<Filter, C extends Columns, Name extends keyof C & string>(
  definition: QueryDefinition<ProjectPage<Filter>, C> & { readonly version: readonly Name[] },
): DefinedPage<Filter, RowOf<C>> {
  const { name, columns, version } = definition;
  const selected = selectList(pick(columns, ...version));
  const versionOf = sql`concat_ws(' ', ${raw(version.map((each) => `"${each}"`).join(', '))})`;
  const versions = defineQuery({
    ...definition,
    name: `${name} (version)`,
    columns: { hash: computed('text', sql`encode(sha256(convert_to(${joined(versionOf)}, 'UTF8')), 'hex')`) },
    build: (params: ProjectPage<Filter>, select) =>
      sql`SELECT ${select} FROM (${definition.build(params, selected)}) page`,
  });
  return {
    list: pageReader(defineQuery(definition)),
    readVersion: async ({ pool }, projectId, filter, page) =>
      (await versions.first(pool, { ...filter, ...page, projectId }))?.hash ?? '',
  };
}

const joined = (versions: Sql) => sql`COALESCE(string_agg(${versions}, chr(10)), '')`;

/** The version of a page that was read, from the versions of its rows: the same as `readVersion` computes. */
export function versionOfPage(rowVersions: readonly string[]): string {
  return createHash('sha256').update(rowVersions.join('\n')).digest('hex');
}

/**
 * A text that differs whenever the row does: each write stores the number of its transaction in the row's xmin. The time
 * distinguishes rows of a database that was restored from a backup, where transactions get the same numbers again.
 */
export function rowVersion(...parts: readonly Sql[]) {
  const [first = sql`''`, ...others] = parts;
  return computed(
    'text',
    others.reduce((text, part) => sql`${text} || ' ' || ${part}`, first),
  );
}
