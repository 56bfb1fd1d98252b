import { columnsOf, type ModelColumns, pick, type RowOf } from '../../../columns.js';
import { defineQuery, type HotQuery } from '../../../define-query.js';
import type { Prisma } from '../../../generated/client.js';
import { columnList, rowsOf } from '../../../rows-of.js';
import { join, type Queryable, raw, sql } from '../../../sql.js';
import type { FieldWeights } from './field-weights.js';
import type { DeliveryScope } from './scoped-operation.js';

/** The merged reports of one object. */
export interface MergedState {
  readonly fields: object;
}

type RowId = string | number;
type Row = Readonly<Record<string, unknown>>;

/** The values of the columns that identify a row. */
export type Key = readonly RowId[];

export const keyText = (key: readonly (RowId | null)[]) => JSON.stringify(key);

/** What a batch reports of one object. */
export interface Reported<State> {
  readonly key: Key;
  readonly scope: DeliveryScope;
  readonly state: State;
}

type ModelRow<Model extends Prisma.ModelName> = RowOf<ModelColumns<Model>>;
type FieldOf<Model extends Prisma.ModelName> = keyof ModelRow<Model> & string;

/** Columns of a row as they are read. */
type StoredRow<Model extends Prisma.ModelName, Field extends FieldOf<Model>> = {
  readonly [F in Field]: F extends 'fieldWeights' ? FieldWeights : ModelRow<Model>[F];
};

type Written<Value> = Prisma.JsonValue extends Value ? unknown : Value extends Date ? string : Value;

/** Columns of a row as they are written: times as ISO text, JSON as any value. */
type WrittenRow<Model extends Prisma.ModelName, Field extends FieldOf<Model>> = {
  readonly [F in Field]: F extends 'fieldWeights' ? FieldWeights : Written<ModelRow<Model>[F]>;
};

interface Definition<
  Model extends Prisma.ModelName,
  KeyField extends FieldOf<Model>,
  Field extends FieldOf<Model>,
  InitialField extends FieldOf<Model>,
  State extends MergedState,
> {
  readonly model: Model;
  readonly table: string;
  readonly idType: 'bigint' | 'uuid';
  /** The columns that identify a row, with their PostgreSQL types. */
  readonly key: { readonly [F in KeyField]: string };
  /** The columns that hold the state, with their PostgreSQL types. */
  readonly columns: { readonly [F in Field]: string };
  /** Columns that are written with new rows only, with their PostgreSQL types. */
  readonly initial?: { readonly [F in InitialField]: string };
  /** Fields that reports of one object may rightly disagree about: a replay does not correct them. */
  readonly uncorrected?: readonly (keyof State['fields'])[];
  /** Makes the ids of new rows, unless the database does. */
  readonly newId?: () => string;
  merge(a: State, b: State): State;
  /** Always with the same order of columns, so that equal states are equal as text. */
  toRow(state: State, of: Pick<Reported<State>, 'key' | 'scope'>): WrittenRow<Model, Field>;
  fromRow(row: StoredRow<Model, KeyField | Field | InitialField>): State;
}

interface StoredState<State> {
  readonly id: RowId;
  readonly state: State;
}

/** A table whose rows are merged states. */
export interface MergedTable<State extends MergedState> {
  readonly name: string;
  readonly uncorrected: readonly string[];
  merge(a: State, b: State): State;
  toRow(state: State, of: Pick<Reported<State>, 'key' | 'scope'>): Row;
  /** Reads rows and locks them, in key order, until the transaction ends. */
  load(tx: Queryable, keys: readonly Key[]): Promise<Map<string, StoredState<State>>>;
  /** Inserts the rows whose key is new and returns their ids by key. */
  insert(tx: Queryable, reported: readonly NewRow<State>[]): Promise<Map<string, RowId>>;
  update(tx: Queryable, rows: readonly (Row & { readonly id: RowId })[]): Promise<void>;
  /** Updates the field weights alone, without counting the row as updated. */
  updateWeights(tx: Queryable, rows: readonly (Row & { readonly id: RowId })[]): Promise<void>;
}

/** A row to insert; `initial` has the columns that only new rows get. */
export interface NewRow<State> {
  readonly reported: Reported<State>;
  readonly initial: Row;
}

/** Defines a table whose rows are merged states, with the statements that read and write it. */
export function defineMergedTable<
  Model extends Prisma.ModelName,
  KeyField extends FieldOf<Model>,
  Field extends FieldOf<Model>,
  State extends MergedState,
  InitialField extends FieldOf<Model> = never,
>(definition: Definition<Model, KeyField, Field, InitialField, State>): MergedTable<State> {
  const { table, key, uncorrected = [], newId, merge, toRow, fromRow } = definition;
  const { load, insert, update, updateWeights } = defineStatements(definition);
  const keyFields = Object.keys(key);
  // Rows are filled in place: spreading several objects into one costs the collector more than all else here.
  const fillKey = (row: Record<string, unknown>, values: Key) => {
    for (let index = 0; index < keyFields.length; index += 1) row[keyFields[index] as string] = values[index];
    return row;
  };
  const keyOfRow = (row: Row) => keyText(keyFields.map((field) => row[field] as RowId));
  return {
    name: table,
    uncorrected: uncorrected.map(String),
    merge,
    toRow,
    async load(tx, keys) {
      if (keys.length === 0) return new Map();
      const rows = await load.all(
        tx,
        keys.map((values) => fillKey({}, values)),
      );
      return new Map(rows.map((row) => [keyOfRow(row), { id: row.id, state: fromRow(row) }]));
    },
    async insert(tx, newRows) {
      if (newRows.length === 0) return new Map();
      const rows = newRows.map(({ reported, initial }) => {
        const row: Record<string, unknown> = toRow(reported.state, reported);
        row['id'] = newId?.();
        row['accountId'] = reported.scope.accountId;
        row['projectId'] = reported.scope.projectId;
        return Object.assign(fillKey(row, reported.key), initial);
      });
      const inserted = await insert.all(tx, rows);
      return new Map(inserted.map((row) => [keyOfRow(row), row.id]));
    },
    async update(tx, rows) {
      if (rows.length > 0) await update.execute(tx, rows);
    },
    async updateWeights(tx, rows) {
      if (rows.length > 0) await updateWeights.execute(tx, rows);
    },
  };
}

function defineStatements<
  Model extends Prisma.ModelName,
  KeyField extends FieldOf<Model>,
  Field extends FieldOf<Model>,
  InitialField extends FieldOf<Model>,
  State extends MergedState,
>({
  model,
  table,
  idType,
  key,
  columns,
  initial,
  newId,
}: Definition<Model, KeyField, Field, InitialField, State>) {
  type Loaded = StoredRow<Model, KeyField | Field | InitialField> & { readonly id: RowId };
  const name = raw(table);
  const keyFields = Object.keys(key);
  const stateFields = Object.keys(columns);
  const scope = { accountId: 'int', projectId: 'int' };
  const newTypes: Record<string, string> = {
    ...(newId && { id: idType }),
    ...{ ...scope, ...key, ...columns, ...initial },
  };
  const newFields = columnList(Object.keys(newTypes));
  const isSame = join(
    keyFields.map((field) => sql`${columnList([field], 't.')} = ${columnList([field], 'r.')}`),
    ' AND ',
  );
  const assign = (fields: readonly string[]) =>
    join(fields.map((field) => sql`${columnList([field])} = ${columnList([field], 'r.')}`));
  const returned = ['id', ...keyFields, ...stateFields, ...Object.keys(initial ?? {})] as FieldOf<Model>[];
  const identity = ['id', ...keyFields] as FieldOf<Model>[];
  const examples = [[]];
  const prepared = true;
  return {
    load: defineQuery({
      name: `load ${table}`,
      columns: pick(columnsOf(model, 't'), ...returned),
      ...{ prepared, examples },
      build: (keys: readonly Row[], select) => sql`SELECT ${select} FROM ${name} t
        JOIN ${rowsOf(keys, key)} ON ${isSame} ORDER BY ${columnList(keyFields, 't.')} FOR NO KEY UPDATE OF t`,
    }) as HotQuery<readonly Row[], Loaded>,
    insert: defineQuery({
      name: `insert ${table}`,
      columns: pick(columnsOf(model), ...identity),
      ...{ prepared, examples },
      build: (rows: readonly Row[], select) => sql`INSERT INTO ${name} (${newFields}, created_at, updated_at)
        SELECT ${newFields}, clock_timestamp(), clock_timestamp() FROM ${rowsOf(rows, newTypes)}
        ON CONFLICT (${columnList(keyFields)}) DO NOTHING RETURNING ${select}`,
    }) as HotQuery<readonly Row[], StoredRow<Model, KeyField> & { readonly id: RowId }>,
    update: defineQuery({
      name: `update ${table}`,
      columns: {},
      ...{ prepared, examples },
      build: (
        rows: readonly Row[],
      ) => sql`UPDATE ${name} t SET ${assign(stateFields)}, updated_at = clock_timestamp()
        FROM ${rowsOf(rows, { id: idType, ...columns })} WHERE t.id = r.id`,
    }),
    updateWeights: defineQuery({
      name: `update weights of ${table}`,
      columns: {},
      examples,
      build: (rows: readonly Row[]) => sql`UPDATE ${name} t SET field_weights = r.field_weights
        FROM ${rowsOf(rows, { id: idType, fieldWeights: 'jsonb' })} WHERE t.id = r.id`,
    }),
  };
}
