import { type Delivery, type DeliveryOutcome, MAX_TOUCHED } from '@slipway/contracts';
import type { Database } from '../../database.js';
import { isInfrastructureError, isLockTimeout, isTooLong, isTransactionConflict } from '../../outage.js';
import { type Queryable, runCommand } from '../../sql.js';
import { applyOperations } from '../apply/apply-operations.js';
import type { TouchedRow } from '../apply/engine/touched-rows.js';
import { EXPIRED_REASON, type NormalizedDelivery, scopedOperations } from './deliveries.js';
import { type RowImage, readRowImages } from './row-images.js';

export interface DryRunDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
}

/** A row that would be created (its id is null) or changed, with its fields before and after. */
export interface DryRunChange {
  readonly kind: string;
  readonly id: string | null;
  readonly fields: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

export interface DryRun {
  readonly deliveries: readonly DryRunDelivery[];
  readonly changes: readonly DryRunChange[];
  /** How many touched rows would not change. */
  readonly unchanged: number;
  /** Whether more rows would change than are listed. */
  readonly truncated: boolean;
}

/** The most rows to compare, and the most changes to list. */
const MAX_ROWS = 1_000;
const MAX_CHANGES = 200;

interface DryRunOptions {
  readonly projectId: number;
  readonly baseUrl: string;
  /** The longest a statement may take. No statement starts after this time. */
  readonly limitMs?: number;
}

/** Longer than the limit for reads, because a dry run writes; short enough not to hold up others that need its rows. */
const LIMIT_MS = 5_000;
/** A transaction that holds a row is about to change it, so there is little use in waiting long. */
const LOCK_LIMIT_MS = 1_000;
const ATTEMPTS = 3;

/**
 * Applies a batch for one project, compares the touched rows with their previous state, and rolls everything back. Each
 * delivery is applied on top of the previous ones, as in a real replay. The dry run sees the project as it was at the
 * start and does not lock it, so other deliveries are applied meanwhile unless they change the same rows. On a conflict
 * it starts again; after a few attempts it gives up with `busy`, and after the time limit with `too_long`.
 */
export async function dryRunDeliveries(
  database: Database,
  batch: readonly NormalizedDelivery[],
  options: DryRunOptions,
): Promise<DryRun | 'busy' | 'too_long'> {
  const { limitMs = LIMIT_MS } = options;
  const signal = AbortSignal.timeout(limitMs);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await database.transaction((tx) => dryRun(withLimit(tx, limitMs), batch, options), signal);
    } catch (error) {
      if (signal.aborted || isTooLong(error)) return 'too_long';
      if (isLockTimeout(error)) return 'busy';
      if (!isTransactionConflict(error)) throw error;
    }
  }
  return 'busy';
}

/** Replaces the driver's time limit, which is meant for reads. */
function withLimit(tx: Queryable, limitMs: number): Queryable {
  return { query: (config) => tx.query({ ...config, query_timeout: limitMs + DRIVER_GRACE_MS } as typeof config) };
}

const DRIVER_GRACE_MS = 250;

async function dryRun(
  tx: Queryable,
  batch: readonly NormalizedDelivery[],
  { projectId, baseUrl, limitMs = LIMIT_MS }: DryRunOptions,
): Promise<DryRun> {
  await runCommand(tx, 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await runCommand(
    tx,
    `SET LOCAL statement_timeout = ${limitMs};
     SET LOCAL idle_in_transaction_session_timeout = ${limitMs};
     SET LOCAL lock_timeout = ${LOCK_LIMIT_MS}`,
  );
  await runCommand(tx, 'SAVEPOINT dry_run');
  const tried: (DryRunDelivery & { touched: readonly TouchedRow[] })[] = [];
  for (const item of batch) tried.push(await dryRunOne(tx, item, baseUrl));
  const rows = distinct(tried.flatMap(({ touched }) => touched));
  const compared = rows.slice(0, MAX_ROWS);
  const after = await readRowImages(tx, projectId, compared);
  await runCommand(tx, 'ROLLBACK TO SAVEPOINT dry_run');
  const before = await readRowImages(tx, projectId, compared);
  const changes = compare(before, after);
  return {
    deliveries: tried.map(({ delivery, outcome, reason }) => ({ delivery, outcome, reason })),
    changes: changes.slice(0, MAX_CHANGES),
    unchanged: after.length - changes.length,
    truncated: rows.length > compared.length || changes.length > MAX_CHANGES || tried.some(isCut),
  };
}

/** The number of touched rows recorded per delivery is limited. */
const isCut = ({ touched }: { touched: readonly TouchedRow[] }) => touched.length >= MAX_TOUCHED;

async function dryRunOne(tx: Queryable, item: NormalizedDelivery, baseUrl: string) {
  const { delivery, outcome, reason } = item;
  await runCommand(tx, 'SAVEPOINT delivery');
  try {
    const { touchedBy, isExpired } = await applyOperations(tx, scopedOperations(item), { baseUrl });
    await runCommand(tx, 'RELEASE SAVEPOINT delivery');
    const touched = touchedBy(delivery.id);
    return { delivery, outcome, reason: isExpired(delivery.id) ? EXPIRED_REASON : reason, touched };
  } catch (error) {
    if (!(error instanceof Error) || isInfrastructureError(error)) throw error;
    await runCommand(tx, 'ROLLBACK TO SAVEPOINT delivery');
    return { delivery, outcome: 'dead' as const, reason: error.message, touched: [] };
  }
}

const idOf = ({ kind, id }: TouchedRow) => `${kind} ${id}`;

function distinct(rows: readonly TouchedRow[]): TouchedRow[] {
  return [...new Map(rows.map((row) => [idOf(row), row])).values()];
}

function compare(before: readonly RowImage[], after: readonly RowImage[]): DryRunChange[] {
  const earlier = new Map(before.map((image) => [idOf(image), image]));
  return after.flatMap((image) => {
    const known = earlier.get(idOf(image));
    const fields = differences(known?.fields, image.fields);
    if (known !== undefined && Object.keys(fields).length === 0) return [];
    return [{ kind: image.kind, id: known === undefined ? null : image.id, fields }];
  });
}

/** A new row's defaults are not worth listing. */
function isBlank(value: unknown): boolean {
  return (
    value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && !value.length)
  );
}

function differences(before: RowImage['fields'] | undefined, after: RowImage['fields']): DryRunChange['fields'] {
  const changed = Object.entries(after).filter(([name, value]) =>
    before === undefined ? !isBlank(value) : JSON.stringify(before[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(
    changed.map(([name, value]) => [name, { before: before?.[name] ?? null, after: value }]),
  );
}
