import { type Columns, type RowOf, selectList } from './columns.js';
import { execute, type NamedStatement, type Queryable, query, type Sql } from './sql.js';

/** A statement with the columns it returns. */
export interface DefinedQuery<Params = unknown, Row = unknown> {
  readonly name: string;
  readonly columns: Columns;
  readonly examples: readonly Params[];
  build(params: Params): Sql;
  all(on: Queryable, params: Params): Promise<Row[]>;
  first(on: Queryable, params: Params): Promise<Row | null>;
  /** `all` and `first`, as reads. */
  list(on: { readonly pool: Queryable }, params: Params): Promise<Row[]>;
  find(on: { readonly pool: Queryable }, params: Params): Promise<Row | null>;
  /** Runs it and returns the number of rows it wrote. */
  execute(on: Queryable, params: Params): Promise<number>;
}

export interface QueryDefinition<Params, C extends Columns> {
  readonly name: string;
  /** What it returns; empty for a statement that returns nothing. */
  readonly columns: C;
  /**
   * Prepares each variant of the text once per connection. Only for a statement whose plan does not depend on the values
   * of its parameters: PostgreSQL may choose the plan before it knows them. A `LIMIT` is therefore part of the text.
   */
  readonly prepared?: boolean | ((params: Params) => boolean);
  /** Parameters that produce every variant of its text. A test prepares each on a migrated database. */
  readonly examples: readonly NoInfer<Params>[];
  build(params: Params, select: Sql): Sql;
}

/** All statements. define-query.test.ts compares the columns of each with those that PostgreSQL reports. */
export const definedQueries: DefinedQuery[] = [];

/** Defines a statement. Its row type follows from its columns, which a test checks. */
export function defineQuery<Params, C extends Columns>(
  definition: QueryDefinition<Params, C>,
): DefinedQuery<Params, RowOf<C>> {
  const { name, columns, examples, prepared = false } = definition;
  const select = selectList(columns);
  const isPrepared = typeof prepared === 'function' ? prepared : () => prepared;
  const nameOf = namesOfTexts(name);
  const build = (params: Params) => definition.build(params, select);
  const statementOf = (params: Params): NamedStatement => {
    const { text, values } = build(params);
    return { text, values, name: isPrepared(params) ? nameOf(text) : undefined, label: name };
  };
  const all = (on: Queryable, params: Params) => query<RowOf<C>>(on, statementOf(params));
  const first = async (on: Queryable, params: Params) => (await all(on, params))[0] ?? null;
  const defined: DefinedQuery<Params, RowOf<C>> = {
    name,
    columns,
    examples,
    build,
    all,
    first,
    list: ({ pool }, params) => all(pool, params),
    find: ({ pool }, params) => first(pool, params),
    execute: (on, params) => execute(on, statementOf(params)),
  };
  definedQueries.push(defined as DefinedQuery);
  return defined;
}

/** The most variants of a statement that are prepared. Each takes memory on every connection. */
const MAX_PREPARED = 32;

/** Returns a function that names the variants of a statement; undefined for those beyond the limit. */
function namesOfTexts(name: string): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_PREPARED) return known;
    const added = names.size === 0 ? name : `${name} ${names.size + 1}`;
    names.set(text, added);
    return added;
  };
}
