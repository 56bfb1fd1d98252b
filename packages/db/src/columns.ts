import { Prisma } from './generated/client.js';
import { join, raw, type Sql, sql } from './sql.js';

type Scalars<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']['scalars'];

/** Row ids are bigint but far below 2^53, so rows carry them as numbers. */
type AsRead<Value> = Value extends bigint ? number : Value;

/** PostgreSQL's names for the types of computed columns, and the types that the driver returns for them. */
interface ComputedTypes {
  bool: boolean;
  int4: number;
  int8: number;
  float8: number;
  text: string;
  timestamptz: Date;
  jsonb: unknown;
  json: unknown;
  'int4[]': number[];
  'int8[]': number[];
  'text[]': string[];
}

/** A result column: its expression, and where its type is declared. */
export interface Column<Value = unknown> {
  readonly expression: Sql;
  readonly type:
    | { readonly model: Prisma.ModelName; readonly column: string }
    | { readonly computed: keyof ComputedTypes };
  /** Carries the type of the value; never set. */
  readonly value?: Value;
}

/** The columns of a result, by their names in the row. */
export type Columns = Readonly<Record<string, Column>>;

export type RowOf<C extends Columns> = {
  readonly [Name in keyof C]: C[Name] extends Column<infer Value> ? Value : never;
};

/** Every column of a model's table, typed as the generated model. `alias` names the table in the statement. */
export function columnsOf<Model extends Prisma.ModelName>(model: Model, alias?: string): ModelColumns<Model> {
  const prefix = alias === undefined ? '' : `${alias}.`;
  const fields = Object.keys(Prisma[`${model}ScalarFieldEnum`]);
  const columns = fields.map((field) => {
    const column = columnName(field);
    return [field, { expression: raw(`${prefix}${column}`), type: { model, column } }];
  });
  return Object.fromEntries(columns) as ModelColumns<Model>;
}

export type ModelColumns<Model extends Prisma.ModelName> = {
  readonly [Field in keyof Scalars<Model>]: Column<AsRead<Scalars<Model>[Field]>>;
};

/** The schema maps every field to its snake-case name. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function pick<C extends Columns, Name extends keyof C>(columns: C, ...names: Name[]): Pick<C, Name> {
  return Object.fromEntries(names.map((name) => [name, columns[name]])) as Pick<C, Name>;
}

export function computed<
  Type extends keyof ComputedTypes,
  Value extends ComputedTypes[Type] = ComputedTypes[Type],
>(type: Type, expression: Sql): Column<Value> {
  return { expression, type: { computed: type } };
}

/** A column that is null where an outer join finds no row, or where its expression yields none. */
export function nullable<Value>(column: Column<Value>): Column<Value | null> {
  return column as Column<Value | null>;
}

/** A column whose values have a narrower type than the schema can express: a list of scopes, the shape of JSON. */
export function narrowed<Value>(column: Column): Column<Value> {
  return column as Column<Value>;
}

export function selectList(columns: Columns): Sql {
  const items = Object.entries(columns).map(([name, { expression }]) => sql`${expression} AS ${raw(`"${name}"`)}`);
  if (items.length === 0) return raw('');
  const list = join(items);
  // One piece of text is cheaper to insert into a statement than many.
  return list.values.length === 0 ? raw(list.sql) : list;
}
