import { type Columns, type RowOf, selectList } from './columns.js';
import { execute, type Queryable, query, type Sql } from './sql.js';

/** A statement with the columns it returns. */
export interface DefinedQuery<Params = unknown, Row = unknown> {
  readonly name: string;
  readonly columns: Columns;
  readonly examples: readonly Params[];
  build(params: Params): Sql;
  /** Runs it and returns its rows. */
  all(on: Queryable, params: Params): Promise<Row[]>;
  /** Runs it and returns its first row. */
  first(on: Queryable, params: Params): Promise<Row | null>;
  /** Runs it and returns the number of rows it wrote. */
  execute(on: Queryable, params: Params): Promise<number>;
}

interface QueryDefinition<Params, C extends Columns> {
  readonly name: string;
  /** What it returns; empty for a statement that returns nothing. */
  readonly columns: C;
  /** For a statement whose text never varies: prepares it once per connection, under its name. */
  readonly prepared?: boolean;
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
  const { name, columns, examples, prepared } = definition;
  const select = selectList(columns);
  const preparedName = prepared ? name : undefined;
  const build = (params: Params) => definition.build(params, select);
  const all = (on: Queryable, params: Params) => query<RowOf<C>>(on, build(params), preparedName);
  const defined: DefinedQuery<Params, RowOf<C>> = {
    name,
    columns,
    examples,
    build,
    all,
    first: async (on, params) => (await all(on, params))[0] ?? null,
    execute: (on, params) => execute(on, build(params), preparedName),
  };
  definedQueries.push(defined as DefinedQuery);
  return defined;
}
