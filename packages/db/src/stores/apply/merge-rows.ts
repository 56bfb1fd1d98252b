import { retold } from '@slipway/domain';
import { chunksOf } from '../../chunks.js';
import { type Column, type FilledColumn, join, type Queryable, query, raw, sql, tableOf } from '../../sql.js';
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
  count?(told: Told<State>, key: string): Row;
  /** Fields that reports of one thing rightly differ in, so that a replay corrects nothing there. */
  readonly contested?: readonly string[];
  /** Makes the ids of new rows where the database does not. */
  readonly newId?: () => string;
  join(a: State, b: State): State;
  /** What a replay says besides fields, given what is known. */
  retell?(known: State, told: State, revision: number): State;
  /** The columns of a state, always in the same order: equal states are equal texts. */
  toRow(state: State, of: Pick<Told<State>, 'key' | 'scope'>): Row;
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

/** What is told of a thing, by the text of its key. */
type Entry<State> = readonly [key: string, told: Told<State>, again?: Again<State>];

/** What a batch says again of a thing, delivery by delivery, besides what is new. */
interface Again<State> {
  readonly news: State | null;
  readonly replays: readonly Told<State>[];
}

export const keyText = (key: readonly (string | number | null)[]) => JSON.stringify(key);

/** What a batch says of each thing as one state, in key order so that concurrent transactions insert alike. */
function fold<State extends Fielded>(table: MergedTable<State>, told: readonly Told<State>[]): Entry<State>[] {
  const news = new Map<string, Told<State>>();
  const again = new Map<string, Map<string, Told<State>>>();
  for (const item of told) {
    const key = keyText(item.key);
    const { replayedAt, deliveryId } = item.scope;
    if (replayedAt === undefined) note(table, news, key, item);
    else again.set(key, note(table, again.get(key) ?? new Map(), deliveryId, item));
  }
  const entries: Entry<State>[] = [...news].filter(([key]) => !again.has(key));
  for (const [key, replays] of again) entries.push(withReplays(table, key, news.get(key), [...replays.values()]));
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

function note<State extends Fielded>(
  table: MergedTable<State>,
  noted: Map<string, Told<State>>,
  name: string,
  item: Told<State>,
): Map<string, Told<State>> {
  const known = noted.get(name);
  return noted.set(name, known === undefined ? item : { ...known, state: table.join(known.state, item.state) });
}

function withReplays<State extends Fielded>(
  table: MergedTable<State>,
  key: string,
  news: Told<State> | undefined,
  replays: readonly Told<State>[],
): Entry<State> {
  const again = { news: news?.state ?? null, replays };
  const item = news ?? (replays[0] as Told<State>);
  return [key, { ...item, state: joinAgain(table, null, again) ?? item.state }, again];
}

/** What is known of a thing with what a batch says of it. A replay corrects what is known, also by its own batch. */
function joinAgain<State extends Fielded, Before extends State | null>(
  table: MergedTable<State>,
  before: Before,
  { news, replays }: Again<State>,
): State | Before {
  let known: State | Before = before;
  if (news !== null) known = known === null ? news : table.join(known, news);
  for (const replay of replays)
    known = known === null ? replay.state : table.join(known, asTold(table, replay, known));
  return known;
}

const names = (columns: readonly Column[], prefix = '') =>
  raw(columns.map(([name]) => `${prefix}"${name}"`).join(', '));

/** Keys as the columns of a table. */
function keyColumns<State extends Fielded>(
  table: MergedTable<State>,
  entries: readonly Entry<State>[],
): FilledColumn[] {
  return table.key.map(([name, type], part) => [name, type, entries.map(([, { key }]) => key[part])]);
}

const columnsOf = (columns: readonly Column[], rows: readonly Row[]): FilledColumn[] =>
  columns.map(([name, type]) => [name, type, rows.map((row) => row[name])]);

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
  entries: readonly Entry<State>[],
): Promise<Map<string, Loaded<State>>> {
  if (entries.length === 0) return new Map();
  const same = join(
    table.key.map(([name]) => raw(`t."${name}" = r."${name}"`)),
    ' AND ',
  );
  const rows = await query<Row & { id: string | number }>(
    tx,
    sql`SELECT t.id, ${names([...table.key, ...table.columns, ...(table.counted ?? [])], 't.')}
        FROM ${raw(table.name)} t JOIN ${tableOf(keyColumns(table, entries))} ON ${same}
        ORDER BY ${names(table.key, 't.')} FOR NO KEY UPDATE OF t`,
    `load ${table.name}`,
  );
  return new Map(rows.map((row) => [keyOfRow(table, row), { id: row.id, state: table.fromRow(row) }]));
}

/** New rows as columns, but for ids. */
function newColumns<State extends Fielded>(
  table: MergedTable<State>,
  entries: readonly Entry<State>[],
): FilledColumn[] {
  const { count, counted = [] } = table;
  const isKey = (name: string) => table.key.some(([part]) => part === name);
  const scope: FilledColumn[] = [
    ['account_id', 'int', entries.map(([, told]) => told.scope.accountId)],
    ['project_id', 'int', entries.map(([, told]) => told.scope.projectId)],
  ];
  const states = entries.map(([, told]) => table.toRow(told.state, told));
  const counts = count === undefined ? [] : entries.map(([key, told]) => count(told, key));
  return [
    ...scope.filter(([name]) => !isKey(name)),
    ...keyColumns(table, entries),
    ...columnsOf(table.columns, states),
    ...columnsOf(counted, counts),
  ];
}

async function insert<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  entries: readonly Entry<State>[],
): Promise<Map<string, string | number>> {
  if (entries.length === 0) return new Map();
  const { newId } = table;
  const ids = newId === undefined ? [] : entries.map(() => newId());
  const id: FilledColumn[] = newId === undefined ? [] : [['id', table.idType, ids]];
  const columns = [...id, ...newColumns(table, entries)];
  const all = raw(columns.map(([name]) => `"${name}"`).join(', '));
  // Rows that come back are told by the ids they were given, else by their keys.
  const told = newId === undefined ? names([['id', table.idType], ...table.key]) : raw('id');
  const made = await query<Row & { id: string | number }>(
    tx,
    sql`INSERT INTO ${raw(table.name)} (${all}, created_at, updated_at)
        SELECT ${all}, clock_timestamp(), clock_timestamp() FROM ${tableOf(columns)}
        ON CONFLICT (${names(table.key)}) DO NOTHING RETURNING ${told}`,
    `insert ${table.name}`,
  );
  if (newId === undefined) return new Map(made.map((row) => [keyOfRow(table, row), row.id]));
  const written = new Set(made.map((row) => row.id));
  return new Map(
    entries.flatMap(([key], index) => {
      const own = ids[index];
      return own !== undefined && written.has(own) ? [[key, own]] : [];
    }),
  );
}

/** A replay corrects what was misread the first time. */
function asTold<State extends Fielded>(
  { contested = [], retell }: MergedTable<State>,
  { scope, state }: Told<State>,
  before: State,
): State {
  if (scope.replayedAt === undefined) return state;
  const own = Object.entries(state.fields).filter(([name]) => !contested.includes(name));
  const fields = retold(before.fields, Object.fromEntries(own), scope.replayedAt);
  const told = { ...state, fields: { ...state.fields, ...fields } };
  return retell === undefined ? told : retell(before, told, scope.replayedAt);
}

/** A row that becomes another. */
interface Change {
  readonly id: string | number;
  readonly row: Row;
}

async function update<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const assignments = join(table.columns.map(([name]) => raw(`"${name}" = r."${name}"`)));
  const ids: FilledColumn = ['id', table.idType, changes.map(({ id }) => id)];
  const rows = changes.map(({ row }) => row);
  await query(
    tx,
    sql`UPDATE ${raw(table.name)} t SET ${assignments}, updated_at = clock_timestamp()
        FROM ${tableOf([ids, ...columnsOf(table.columns, rows)])} WHERE t.id = r.id`,
    `update ${table.name}`,
  );
}

/**
 * Joins what a batch says into the rows there are: they are locked and read in one statement, joined here, and written
 * in one statement each for new and changed ones; very many in several parts. Rows that stay as they are are not
 * written. A row that someone else inserts meanwhile is joined into in a second round. Returns what became of each key.
 */
export async function mergeRows<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  told: readonly Told<State>[],
): Promise<Map<string, Merged<State>>> {
  const merged = new Map<string, Merged<State>>();
  for (const entries of chunksOf(fold(table, told))) await mergeEntries(tx, table, entries, merged);
  return merged;
}

async function mergeEntries<State extends Fielded>(
  tx: Queryable,
  table: MergedTable<State>,
  entries: readonly Entry<State>[],
  merged: Map<string, Merged<State>>,
): Promise<void> {
  const changes: Change[] = [];
  const joinInto = (loaded: ReadonlyMap<string, Loaded<State>>) => {
    if (loaded.size === 0) return;
    for (const [key, item, again] of entries) {
      const found = loaded.get(key);
      if (found === undefined) continue;
      const { id, state: before } = found;
      const after = again === undefined ? table.join(before, item.state) : joinAgain(table, before, again);
      const row = table.toRow(after, item);
      merged.set(key, { id, scope: item.scope, before, after });
      if (JSON.stringify(row) === JSON.stringify(table.toRow(before, item))) continue;
      changes.push({ id, row });
    }
  };
  const missing = () => entries.filter(([key]) => !merged.has(key));

  joinInto(await load(tx, table, entries));
  const made = await insert(tx, table, missing());
  for (const [key, { scope, state }] of entries) {
    const id = made.get(key);
    if (id !== undefined) merged.set(key, { id, scope, before: null, after: state });
  }
  const others = missing();
  joinInto(await load(tx, table, others));
  // Only a key that the server stores otherwise than it was written gets here.
  if (others.some(([key]) => !merged.has(key)))
    throw new Error(`rows of ${table.name} were not found under their keys`);
  await update(tx, table, changes);
}
