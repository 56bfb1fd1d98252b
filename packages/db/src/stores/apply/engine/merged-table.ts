import type { ModelColumns, RowOf } from '../../../columns.js';
import type { Prisma } from '../../../generated/client.js';
import type { Queryable } from '../../../sql.js';
import type { FieldWeights } from './field-weights.js';
import {
  defineInsert,
  defineLoad,
  defineUpdate,
  defineUpdateWeights,
  type IdentifiedRow,
  type Row,
  type RowId,
} from './merged-table-statements.js';
import type { DeliveryScope } from './scoped-operation.js';

/** The merged reports of one object. */
export interface MergedState {
  readonly fields: object;
}

/** The values of the columns that identify a row. */
export type Key = readonly RowId[];

export const keyText = (key: readonly (RowId | null)[]) => JSON.stringify(key);

/** What a batch reports about one object. */
export interface Reported<State> {
  readonly key: Key;
  readonly scope: DeliveryScope;
  readonly state: State;
}

type ModelRow<Model extends Prisma.ModelName> = RowOf<ModelColumns<Model>>;
type FieldOf<Model extends Prisma.ModelName> = keyof ModelRow<Model> & string;

/** A row's columns as read. */
type StoredRow<Model extends Prisma.ModelName, Field extends FieldOf<Model>> = {
  readonly [F in Field]: F extends 'fieldWeights' ? FieldWeights : ModelRow<Model>[F];
};

type Written<Value> = Prisma.JsonValue extends Value ? unknown : Value extends Date ? string : Value;

/** A row's columns as written: times as ISO text, JSON as any value. */
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
  /** Columns that are written only when a row is new, with their PostgreSQL types. */
  readonly initial?: { readonly [F in InitialField]: string };
  /** Fields on which reports of one object may legitimately disagree: a replay does not correct them. */
  readonly uncorrected?: readonly (keyof State['fields'])[];
  /** Generates the ids of new rows, unless the database does. */
  readonly newId?: () => string;
  merge(a: State, b: State): State;
  /** Must always list the columns in the same order, so that equal states are equal as text. */
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
  update(tx: Queryable, rows: readonly IdentifiedRow[]): Promise<void>;
  /** Updates only the field weights, without marking the rows as updated. */
  updateWeights(tx: Queryable, rows: readonly IdentifiedRow[]): Promise<void>;
}

/** A row to insert; `initial` holds the columns that are written only when a row is new. */
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
  const { table, key, uncorrected = [], merge, toRow, fromRow } = definition;
  const [load, update] = [defineLoad(definition), defineUpdate(definition)];
  const updateWeights = defineUpdateWeights(definition);
  const { fillKey, keyOfRow } = keysOf(Object.keys(key));
  return {
    name: table,
    uncorrected: uncorrected.map(String),
    merge,
    toRow,
    async load(tx, keys) {
      if (keys.length === 0) return new Map();
      const keyRows = keys.map((values) => fillKey({}, values));
      const rows = await load.all(tx, keyRows);
      // define-query.test.ts checks that the statement returns these columns.
      type Stored = StoredRow<Model, KeyField | Field | InitialField>;
      return new Map(rows.map((row) => [keyOfRow(row), { id: row.id, state: fromRow(row as Row as Stored) }]));
    },
    insert: insertInto(definition),
    async update(tx, rows) {
      if (rows.length > 0) await update.execute(tx, rows);
    },
    async updateWeights(tx, rows) {
      if (rows.length > 0) await updateWeights.execute(tx, rows);
    },
  };
}

function insertInto<
  Model extends Prisma.ModelName,
  KeyField extends FieldOf<Model>,
  Field extends FieldOf<Model>,
  InitialField extends FieldOf<Model>,
  State extends MergedState,
>(definition: Definition<Model, KeyField, Field, InitialField, State>): MergedTable<State>['insert'] {
  const { key, newId, toRow } = definition;
  const insert = defineInsert(definition);
  const { fillKey, keyOfRow } = keysOf(Object.keys(key));
  return async (tx, newRows) => {
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
  };
}

/** Fills rows in place, because spreading several objects into one doubled the garbage collector's work. */
function keysOf(fields: readonly string[]) {
  return {
    fillKey(row: Record<string, unknown>, values: Key) {
      for (let index = 0; index < fields.length; index += 1) row[fields[index] as string] = values[index];
      return row;
    },
    keyOfRow: (row: Row) => keyText(fields.map((field) => row[field] as RowId)),
  };
}
