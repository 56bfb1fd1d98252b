import { type Delivery, type DeliveryOutcome, MAX_TOUCHED } from '@slipway/contracts';
import type { Database } from '../database.js';
import { isInfrastructureError, isLockTimeout, isTooLong, isTransactionConflict } from '../outage.js';
import { execute, type Queryable, sql } from '../sql.js';
import { applyOperations } from './apply/operations.js';
import type { TouchedRow } from './apply/touched.js';
import { type NormalizedDelivery, toTold } from './deliveries.js';
import { type RowImage, readRowImages } from './row-images.js';

/** What a delivery would come to. */
export interface RehearsedDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
}

/** A row that would be made (it has no id yet) or changed, and its fields before and after. */
export interface RehearsedChange {
  readonly kind: string;
  readonly id: string | null;
  readonly fields: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** What a batch would do. */
export interface Rehearsal {
  readonly deliveries: readonly RehearsedDelivery[];
  readonly changes: readonly RehearsedChange[];
  /** How many touched rows would stay as they are. */
  readonly unchanged: number;
  /** Whether there are more rows than are told. */
  readonly truncated: boolean;
}

/** The most rows that are looked at, and the most that are told. */
const MAX_ROWS = 1_000;
const MAX_CHANGES = 200;

interface RehearsalOptions {
  readonly projectId: number;
  readonly baseUrl: string;
  /** The longest that a statement may take; after so long none begins. */
  readonly limitMs?: number;
}

/** Longer than reading may take, since a rehearsal writes; not so long that the rows it holds are missed. */
const LIMIT_MS = 5_000;
/** Whoever holds a row is about to change it: there is little use in waiting long. */
const LOCK_LIMIT_MS = 1_000;
const ATTEMPTS = 3;

/**
 * Applies a batch of one project, sees what that changed, and takes it all back: nothing is ever committed. Each
 * delivery is tried on top of those before it, as it would be in earnest. It sees the project as it was when it began and
 * does without the project's lock, so that deliveries go on meanwhile, but for those that change the same rows. Where
 * they come first it begins again, and in the end gives up as `busy`; what takes too long is `too_long`.
 */
export async function rehearseDeliveries(
  database: Database,
  batch: readonly NormalizedDelivery[],
  options: RehearsalOptions,
): Promise<Rehearsal | 'busy' | 'too_long'> {
  const { limitMs = LIMIT_MS } = options;
  const signal = AbortSignal.timeout(limitMs);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await database.transaction((tx) => rehearse(withLimit(tx, limitMs), batch, options), signal);
    } catch (error) {
      if (signal.aborted || isTooLong(error)) return 'too_long';
      if (isLockTimeout(error)) return 'busy';
      if (!isTransactionConflict(error)) throw error;
    }
  }
  return 'busy';
}

/** The driver has a limit of its own, which is for reading. */
function withLimit(tx: Queryable, limitMs: number): Queryable {
  return { query: (config) => tx.query({ ...config, query_timeout: limitMs + DRIVER_GRACE_MS } as typeof config) };
}

const DRIVER_GRACE_MS = 250;

async function rehearse(
  tx: Queryable,
  batch: readonly NormalizedDelivery[],
  { projectId, baseUrl, limitMs = LIMIT_MS }: RehearsalOptions,
): Promise<Rehearsal> {
  await execute(tx, sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`);
  await execute(
    tx,
    sql`SELECT set_config('statement_timeout', ${String(limitMs)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(limitMs)}, true),
          set_config('lock_timeout', ${String(LOCK_LIMIT_MS)}, true)`,
  );
  await execute(tx, sql`SAVEPOINT rehearsal`);
  const tried: (RehearsedDelivery & { touched: readonly TouchedRow[] })[] = [];
  for (const item of batch) tried.push(await tryOne(tx, item, baseUrl));
  const rows = distinct(tried.flatMap(({ touched }) => touched));
  const looked = rows.slice(0, MAX_ROWS);
  const after = await readRowImages(tx, projectId, looked);
  await execute(tx, sql`ROLLBACK TO SAVEPOINT rehearsal`);
  const before = await readRowImages(tx, projectId, looked);
  const changes = compare(before, after);
  return {
    deliveries: tried.map(({ delivery, outcome, reason }) => ({ delivery, outcome, reason })),
    changes: changes.slice(0, MAX_CHANGES),
    unchanged: after.length - changes.length,
    truncated: rows.length > looked.length || changes.length > MAX_CHANGES || tried.some(isCut),
  };
}

/** A delivery tells so many of the rows it touched and no more. */
const isCut = ({ touched }: { touched: readonly TouchedRow[] }) => touched.length >= MAX_TOUCHED;

async function tryOne(tx: Queryable, item: NormalizedDelivery, baseUrl: string) {
  const { delivery, outcome, reason } = item;
  await execute(tx, sql`SAVEPOINT delivery`);
  try {
    const touchedBy = await applyOperations(tx, toTold(item), baseUrl);
    await execute(tx, sql`RELEASE SAVEPOINT delivery`);
    return { delivery, outcome, reason, touched: touchedBy(delivery.id) };
  } catch (error) {
    if (!(error instanceof Error) || isInfrastructureError(error)) throw error;
    await execute(tx, sql`ROLLBACK TO SAVEPOINT delivery`);
    return { delivery, outcome: 'dead' as const, reason: error.message, touched: [] };
  }
}

const idOf = ({ kind, id }: TouchedRow) => `${kind} ${id}`;

function distinct(rows: readonly TouchedRow[]): TouchedRow[] {
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}

function compare(before: readonly RowImage[], after: readonly RowImage[]): RehearsedChange[] {
  const earlier = new Map(before.map((image) => [idOf(image), image]));
  return after.flatMap((image) => {
    const known = earlier.get(idOf(image));
    const fields = differences(known?.fields, image.fields);
    if (known !== undefined && Object.keys(fields).length === 0) return [];
    return [{ kind: image.kind, id: known === undefined ? null : image.id, fields }];
  });
}

/** What a new row starts with says nothing. */
function isBlank(value: unknown): boolean {
  return (
    value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && !value.length)
  );
}

function differences(
  before: RowImage['fields'] | undefined,
  after: RowImage['fields'],
): RehearsedChange['fields'] {
  const told = Object.entries(after).filter(([name, value]) =>
    before === undefined ? !isBlank(value) : JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(told.map(([name, value]) => [name, { before: before?.[name] ?? null, after: value }]));
}
