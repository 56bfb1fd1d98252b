import { asCorrections, type HistoryTable } from '@slipway/domain';
import { chunksOf } from '../../../chunks.js';
import type { Queryable } from '../../../sql.js';
import { findExpiredTimes } from '../../retention/expired-reports.js';
import { keyText, type MergedState, type MergedTable, type Reported } from './merged-table.js';
import type { DeliveryScope } from './scoped-operation.js';

/** An object that a batch reported, before and after the batch. */
export interface Merged<State> {
  readonly id: string | number;
  readonly scope: DeliveryScope;
  /** Null if the row is new. */
  readonly before: State | null;
  readonly after: State;
}

/** A batch's reports of one object, with the object's key. */
type Entry<State> = readonly [key: string, reported: Reported<State>];

interface MergeOptions<State> {
  /** The newest time that the reports of an object describe; retention may have deleted the rows of that time. */
  readonly history?: { readonly table: HistoryTable; timeOf(key: string): number };
  /** The columns that are written only when a row is new. */
  initialRow?(reported: Reported<State>, key: string): Readonly<Record<string, unknown>>;
}

/** A replay outweighs earlier readings of the same delivery. */
function corrected<State extends MergedState>(
  { uncorrected }: MergedTable<State>,
  { scope, state }: Reported<State>,
): State {
  if (scope.replayedAt === undefined) return state;
  const fields = Object.entries(state.fields);
  const corrections = fields.filter(([name]) => !uncorrected.includes(name));
  return {
    ...state,
    fields: { ...state.fields, ...asCorrections(Object.fromEntries(corrections), scope.replayedAt) },
  };
}

/** One state per object, in key order, so that concurrent transactions insert in the same order. */
function fold<State extends MergedState>(
  table: MergedTable<State>,
  reported: readonly Reported<State>[],
): Entry<State>[] {
  const folded = new Map<string, Reported<State>>();
  for (const item of reported) {
    const key = keyText(item.key);
    const state = corrected(table, item);
    const known = folded.get(key);
    if (known !== undefined) folded.set(key, { ...known, state: table.merge(known.state, state) });
    else folded.set(key, state === item.state ? item : { ...item, state });
  }
  return [...folded].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * Merges a batch's reports into the rows of a table: one statement reads and locks the rows, one inserts new rows, and
 * one writes the rows that differ. Very large batches are merged in parts. A row that another transaction inserts in
 * the meantime is merged in a second round. Returns the objects by key, without those whose rows retention has deleted.
 */
export async function mergeRows<State extends MergedState>(
  tx: Queryable,
  table: MergedTable<State>,
  reported: readonly Reported<State>[],
  options: MergeOptions<State> = {},
): Promise<Map<string, Merged<State>>> {
  const merged = new Map<string, Merged<State>>();
  for (const entries of chunksOf(fold(table, reported))) {
    await mergeStored(tx, table, entries, merged);
    await insertNew(tx, table, entries, { ...options, merged });
  }
  return merged;
}

async function insertNew<State extends MergedState>(
  tx: Queryable,
  table: MergedTable<State>,
  entries: readonly Entry<State>[],
  { initialRow, history, merged }: MergeOptions<State> & { merged: Map<string, Merged<State>> },
): Promise<void> {
  const missing = await withoutExpired(
    tx,
    entries.filter(([key]) => !merged.has(key)),
    history,
  );
  const newRows = missing.map(([key, reported]) => ({ reported, initial: initialRow?.(reported, key) ?? {} }));
  const ids = await table.insert(tx, newRows);
  for (const [key, { scope, state }] of missing) {
    const id = ids.get(key);
    if (id !== undefined) merged.set(key, { id, scope, before: null, after: state });
  }
  const others = missing.filter(([key]) => !merged.has(key));
  await mergeStored(tx, table, others, merged);
  // The server must store a key exactly as it was written.
  if (others.some(([key]) => !merged.has(key)))
    throw new Error(`rows of ${table.name} were not found under their keys`);
}

async function withoutExpired<State extends MergedState>(
  tx: Queryable,
  entries: readonly Entry<State>[],
  history: MergeOptions<State>['history'],
): Promise<readonly Entry<State>[]> {
  if (history === undefined || entries.length === 0) return entries;
  const timeOf = ([key, { scope }]: Entry<State>) => ({ time: history.timeOf(key), projectId: scope.projectId });
  const isExpired = await findExpiredTimes(tx, history.table, entries.map(timeOf));
  return entries.filter((entry) => !isExpired(timeOf(entry)));
}

/** Merges entries into existing rows. A row whose columns stay the same is not written. */
async function mergeStored<State extends MergedState>(
  tx: Queryable,
  table: MergedTable<State>,
  entries: readonly Entry<State>[],
  merged: Map<string, Merged<State>>,
): Promise<void> {
  const stored = await table.load(
    tx,
    entries.map(([, { key }]) => key),
  );
  if (stored.size === 0) return;
  const changed: Changed[] = [];
  for (const [key, reported] of entries) {
    const found = stored.get(key);
    if (found === undefined) continue;
    const after = table.merge(found.state, reported.state);
    merged.set(key, { id: found.id, scope: reported.scope, before: found.state, after });
    const [row, rowBefore] = [table.toRow(after, reported), table.toRow(found.state, reported)];
    if (JSON.stringify(row) === JSON.stringify(rowBefore)) continue;
    // A replay that reads the same values again only raises their weights.
    const isReplay = reported.scope.replayedAt !== undefined;
    changed.push({ row: { ...row, id: found.id }, isSilent: isReplay && isSameApartFromWeights(row, rowBefore) });
  }
  await table.update(
    tx,
    changed.filter(({ isSilent }) => !isSilent).map(({ row }) => row),
  );
  await table.updateWeights(
    tx,
    changed.filter(({ isSilent }) => isSilent).map(({ row }) => row),
  );
}

interface Changed {
  readonly row: Readonly<Record<string, unknown>> & { readonly id: string | number };
  readonly isSilent: boolean;
}

function isSameApartFromWeights(a: object, b: object): boolean {
  return JSON.stringify({ ...a, fieldWeights: null }) === JSON.stringify({ ...b, fieldWeights: null });
}
