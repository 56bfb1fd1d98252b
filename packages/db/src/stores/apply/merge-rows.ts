import { retold } from '@slipway/domain';
import { type Column, join, type Queryable, query, raw, rowsOf, sql } from '../../sql.js';
import type { DeliveryScope } from './told-operation.js';

type Row = Readonly<Record<string, unknown>>;

/** What is told of a thing, field by field among it. */
interface Fielded {
  readonly fields: object;
}

/** How the states of one kind of thing are kept in a table. */
export interface MergedTable<State extends Fielded> {
  readonly name: string;
  readonly idType: 'bigint' | 'uuid';
  /** What tells its rows apart. */
  readonly key: readonly Column[];
  /** Written besides key, scope and times. */
  readonly columns: readonly Column[];
  /** Written with new rows only; what is counted apart from states. */
  readonly counted?: readonly Column[];
  count?(told: Told<State>): Row;
  /** Fields that reports of one thing rightly differ in, so that a replay corrects nothing there. */
  readonly contested?: readonly string[];
  /** Makes the ids of new rows where the database does not. */
  readonly newId?: () => string;
  join(a: State, b: State): State;
  /** The columns of a state, always in the same order: equal states are equal texts. */
  toRow(state: State, scope: DeliveryScope): Row;
  fromRow(row: Row): State;
}

/** What a batch says of one thing. */
export interface Told<State> {
  readonly key: readonly (string | number)[];
  readonly scope: DeliveryScope;
  readonly state: State;
}

/** What became of the thing. */
export interface Merged<State> {
  readonly id: string | number;
  readonly scope: DeliveryScope;
  /** Null when the row is new. */
  readonly before: State | null;
  readonly after: State;
}

export const keyText = (key: readonly (string | number | null)[]) => JSON.stringify(key);

/** What a batch says of each thing as one state, in key order so that concurrent transactions insert alike. */
function fold<State extends Fielded>(
  table: MergedTable<State>,
  told: readonly Told<State>[],
): Map<string, Told<State>> {
  const folded = new Map<string, Told<State>>();
  for (const item of told) {
    const key = keyText(item.key);
    const known = folded.get(key);
    folded.set(key, known === undefined ? item : { ...known, state: table.join(known.state, item.state) });
  }
  return new Map([...folded].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const names = (columns: readonly Column[], prefix = '') =>
  raw(columns.map(([name]) => `${prefix}"${name}"`).join(', '));

const SCOPE: readonly Column[] = [
  ['account_id', 'int'],
  ['project_id', 'int'],
];

const scopeRow = ({ accountId, projectId }: DeliveryScope) => ({ account_id: accountId, project_id: projectId });

function keyRow<State extends Fielded>(table: MergedTable<State>, { key }: Told<State>): Row {
  return Object.fromEntries(table.key.map(([name], index) => [name, key[index]]));
}

function keyOfRow<State extends Fielded>(table: MergedTable<State>, row: Row): string {
  return keyText(table.key.map(([name]) => row[name] as string | number));
}

interface Loaded<State> {
  readonly id: string | number;
  readonly state: State;
}

/** The rows there are, locked in key order until the transaction ends. */
async function load<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  told: readonly Told<State>[],
): Promise<Map<string, Loaded<State>>> {
  if (told.length === 0) return new Map();
  const keys = told.map((item) => keyRow(table, item));
  const same = join(
    table.key.map(([name]) => raw(`t."${name}" = r."${name}"`)),
    ' AND ',
  );
  const rows = await query<Row & { id: string | number }>(
    tx,
    sql`SELECT t.id, ${names([...table.key, ...table.columns, ...(table.counted ?? [])], 't.')}
        FROM ${raw(table.name)} t JOIN ${rowsOf(keys, table.key)} ON ${same}
        ORDER BY ${names(table.key, 't.')} FOR NO KEY UPDATE OF t`,
    `load ${table.name}`,
  );
  return new Map(rows.map((row) => [keyOfRow(table, row), { id: row.id, state: table.fromRow(row) }]));
}

async function insert<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  told: readonly Told<State>[],
): Promise<Map<string, string | number>> {
  if (told.length === 0) return new Map();
  const id: readonly Column[] = table.newId === undefined ? [] : [['id', table.idType]];
  const scope = SCOPE.filter(([name]) => table.key.every(([part]) => part !== name));
  const own = [...table.key, ...table.columns, ...(table.counted ?? [])];
  const columns = [...id, ...scope, ...own];
  const rows = told.map((item) => {
    return {
      ...(table.newId === undefined ? {} : { id: table.newId() }),
      ...scopeRow(item.scope),
      ...keyRow(table, item),
      ...table.toRow(item.state, item.scope),
      ...table.count?.(item),
    };
  });
  const made = await query<Row & { id: string | number }>(
    tx,
    sql`INSERT INTO ${raw(table.name)} (${names(columns)}, created_at, updated_at)
        SELECT ${names(columns)}, clock_timestamp(), clock_timestamp() FROM ${rowsOf(rows, columns)}
        ON CONFLICT (${names(table.key)}) DO NOTHING RETURNING id, ${names(table.key)}`,
    `insert ${table.name}`,
  );
  return new Map(made.map((row) => [keyOfRow(table, row), row.id]));
}

/** A replay corrects what was misread the first time. */
function asTold<State extends Fielded>(
  { contested = [] }: MergedTable<State>,
  { scope, state }: Told<State>,
  before: State,
): State {
  if (scope.replayedAt === undefined) return state;
  const own = Object.entries(state.fields).filter(([name]) => !contested.includes(name));
  const fields = retold(before.fields, Object.fromEntries(own), scope.replayedAt);
  return { ...state, fields: { ...state.fields, ...fields } };
}

async function update<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const assignments = join(table.columns.map(([name]) => raw(`"${name}" = r."${name}"`)));
  await query(
    tx,
    sql`UPDATE ${raw(table.name)} t SET ${assignments}, updated_at = clock_timestamp()
        FROM ${rowsOf(rows, [['id', table.idType], ...table.columns])} WHERE t.id = r.id`,
    `update ${table.name}`,
  );
}

/**
 * Joins what a batch says into the rows there are: they are locked and read in one statement, joined here, and written
 * in one statement each for new and changed ones. Rows that stay as they are are not written. A row that someone else
 * inserts meanwhile is joined into in a second round. Returns what became of each key.
 */
export async function mergeRows<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  told: readonly Told<State>[],
): Promise<Map<string, Merged<State>>> {
  const folded = fold(table, told);
  const merged = new Map<string, Merged<State>>();
  const changes: Row[] = [];
  const joinInto = (loaded: ReadonlyMap<string, Loaded<State>>) => {
    for (const [key, { id, state: before }] of loaded) {
      const item = folded.get(key);
      if (item === undefined) continue;
      const after = table.join(before, asTold(table, item, before));
      const row = table.toRow(after, item.scope);
      merged.set(key, { id, scope: item.scope, before, after });
      if (JSON.stringify(row) === JSON.stringify(table.toRow(before, item.scope))) continue;
      changes.push({ id, ...row });
    }
  };
  const missing = () => [...folded].filter(([key]) => !merged.has(key)).map(([, item]) => item);

  joinInto(await load(tx, table, [...folded.values()]));
  for (const [key, id] of await insert(tx, table, missing())) {
    const item = folded.get(key);
    if (item !== undefined) merged.set(key, { id, scope: item.scope, before: null, after: item.state });
  }
  joinInto(await load(tx, table, missing()));
  // Only a key that the server stores otherwise than it was written gets here.
  if (merged.size < folded.size) throw new Error(`rows of ${table.name} were not found under their keys`);
  await update(tx, table, changes);
  return merged;
}
