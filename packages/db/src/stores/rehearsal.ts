import { type Delivery, type DeliveryOutcome, MAX_TOUCHED } from '@slipway/contracts';
import type { Database } from '../database.js';
import { isNoFaultOfDeliveries } from '../outage.js';
import { execute, type Queryable, sql } from '../sql.js';
import { applyOperations } from './apply/operations.js';
import { lockProjects } from './apply/project-locks.js';
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

/**
 * Applies a batch of one project, sees what that changed, and takes it all back: nothing is ever committed. Each
 * delivery is tried on top of those before it, as it would be in earnest.
 */
export function rehearseDeliveries(
  database: Database,
  batch: readonly NormalizedDelivery[],
  { projectId, baseUrl }: { projectId: number; baseUrl: string },
): Promise<Rehearsal> {
  return database.transaction(async (tx) => {
    await lockProjects(tx, batch.flatMap(toTold));
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
  });
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
    if (!(error instanceof Error) || isNoFaultOfDeliveries(error)) throw error;
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
