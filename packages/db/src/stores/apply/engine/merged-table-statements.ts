import { type Columns, columnsOf, pick } from '../../../columns.js';
import { type DefinedQuery, defineQuery } from '../../../define-query.js';
import type { Prisma } from '../../../generated/client.js';
import { columnList, rowsOf } from '../../../rows-of.js';
import { join, raw, type Sql, sql } from '../../../sql.js';

export type RowId = string | number;
export type Row = Readonly<Record<string, unknown>>;
export type IdentifiedRow = Row & { readonly id: RowId };

/** The columns of a merged table by field, with their PostgreSQL types. */
export interface TableShape {
  readonly model: Prisma.ModelName;
  readonly table: string;
  readonly idType: 'bigint' | 'uuid';
  readonly key: Readonly<Record<string, string>>;
  readonly columns: Readonly<Record<string, string>>;
  readonly initial?: Readonly<Record<string, string>>;
  /** Set if the database does not generate the ids of new rows. */
  readonly newId?: (() => string) | undefined;
}

/** The statement text depends only on the columns, so a test can prepare it without rows. */
const NO_ROWS: readonly Row[][] = [[]];

function resultColumns({ model }: TableShape, fields: readonly string[], alias?: string): Columns {
  const all: Columns = columnsOf(model, alias);
  return pick(all, ...fields);
}

const assign = (fields: readonly string[]): Sql =>
  join(fields.map((field) => sql`${columnList([field])} = ${columnList([field], 'r.')}`));

/** Reads rows by their keys and locks them, in key order. */
export function defineLoad(shape: TableShape): DefinedQuery<readonly Row[], IdentifiedRow> {
  const { table, key, columns, initial = {} } = shape;
  const keyFields = Object.keys(key);
  const isSame = join(
    keyFields.map((field) => sql`${columnList([field], 't.')} = ${columnList([field], 'r.')}`),
    ' AND ',
  );
  return defineQuery({
    name: `load ${table}`,
    columns: resultColumns(shape, ['id', ...keyFields, ...Object.keys(columns), ...Object.keys(initial)], 't'),
    prepared: true,
    examples: NO_ROWS,
    build: (keys: readonly Row[], select) => sql`SELECT ${select} FROM ${raw(table)} t
      JOIN ${rowsOf(keys, key)} ON ${isSame} ORDER BY ${columnList(keyFields, 't.')} FOR NO KEY UPDATE OF t`,
  }) as DefinedQuery<readonly Row[], IdentifiedRow>;
}

/** Inserts the rows whose key is new, and returns their ids and keys. */
export function defineInsert(shape: TableShape): DefinedQuery<readonly Row[], IdentifiedRow> {
  const { table, idType, key, columns, initial = {}, newId } = shape;
  const keyFields = Object.keys(key);
  const types = { accountId: 'int', projectId: 'int', ...key, ...columns, ...initial };
  const rowTypes: Readonly<Record<string, string>> = newId === undefined ? types : { id: idType, ...types };
  const fields = columnList(Object.keys(rowTypes));
  return defineQuery({
    name: `insert ${table}`,
    columns: resultColumns(shape, ['id', ...keyFields]),
    prepared: true,
    examples: NO_ROWS,
    build: (rows: readonly Row[], select) => sql`INSERT INTO ${raw(table)} (${fields}, created_at, updated_at)
      SELECT ${fields}, clock_timestamp(), clock_timestamp() FROM ${rowsOf(rows, rowTypes)}
      ON CONFLICT (${columnList(keyFields)}) DO NOTHING RETURNING ${select}`,
  }) as DefinedQuery<readonly Row[], IdentifiedRow>;
}

export function defineUpdate({ table, idType, columns }: TableShape): DefinedQuery<readonly Row[]> {
  const types: Readonly<Record<string, string>> = { id: idType, ...columns };
  return defineQuery({
    name: `update ${table}`,
    columns: {},
    prepared: true,
    examples: NO_ROWS,
    build: (rows: readonly Row[]) => sql`UPDATE ${raw(table)} t
      SET ${assign(Object.keys(columns))}, updated_at = clock_timestamp()
      FROM ${rowsOf(rows, types)} WHERE t.id = r.id`,
  });
}

/** Writes only the field weights, without marking the rows as updated. */
export function defineUpdateWeights({ table, idType }: TableShape): DefinedQuery<readonly Row[]> {
  const types: Readonly<Record<string, string>> = { id: idType, fieldWeights: 'jsonb' };
  return defineQuery({
    name: `update weights of ${table}`,
    columns: {},
    examples: NO_ROWS,
    build: (rows: readonly Row[]) => sql`UPDATE ${raw(table)} t SET field_weights = r.field_weights
      FROM ${rowsOf(rows, types)} WHERE t.id = r.id`,
  });
}
