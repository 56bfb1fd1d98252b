import { hash } from 'node:crypto';
import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { columnsOf, computed } from '../../columns.js';
import { defineQuery } from '../../define-query.js';
import { columnList, rowsOf } from '../../rows-of.js';
import { type Queryable, sql } from '../../sql.js';
import { iso } from '../../times.js';
import type { TouchedRow } from '../apply/engine/touched-rows.js';
import { packAll } from './packed-body.js';

/** A row of the ledger: the outcome of a delivery, the reason, and the rows it touched. */
export interface LedgerRow {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly touched: readonly TouchedRow[];
}

export interface SettledDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

/** When processing began, and what the queue knows about the deliveries. */
export interface LedgerRun {
  readonly startedAt: number;
  /** By delivery id; absent for a delivery that did not come from the queue. */
  readonly queued?: ReadonlyMap<string, { readonly queuedAt: number; readonly attempts: number }>;
}

/** The time of a delivery in the ledger. A replay keeps its original's time of receipt, but is listed later. */
export function loggedAt({ receivedAt, replay }: Delivery): number {
  return replay?.requestedAt ?? receivedAt;
}

/** Longer texts do not fit into an index. */
const MAX_EVENT = 255;
const MAX_KEY = 255;

/** The key as stored: a key that is too long for an index is replaced by its digest. */
export function storedKey(key: string): string {
  return key.length <= MAX_KEY ? key : `sha256:${hash('sha256', key, 'base64url')}`;
}

const TYPES = {
  id: 'uuid',
  receivedAt: 'timestamptz(3)',
  accountId: 'int',
  projectId: 'int',
  integrationId: 'int',
  provider: 'text',
  event: 'text',
  path: 'text',
  dedupeKey: 'text',
  outcome: 'delivery_outcome',
  reason: 'text',
  headers: 'jsonb',
  body: 'bytea',
  bodyBytes: 'int',
  touched: 'jsonb',
  replayOf: 'uuid',
  attempts: 'int',
  queuedAt: 'timestamptz(3)',
};

function toRow(
  { delivery, outcome, reason, touched }: LedgerRow,
  { queued }: LedgerRun,
  body: Buffer | undefined,
) {
  const envelope = queued?.get(delivery.id);
  return {
    id: delivery.id,
    receivedAt: iso(loggedAt(delivery)),
    accountId: delivery.accountId,
    projectId: delivery.projectId,
    integrationId: delivery.integrationId,
    provider: delivery.provider,
    event: delivery.event.slice(0, MAX_EVENT),
    path: delivery.path,
    dedupeKey: storedKey(delivery.key),
    outcome,
    reason,
    headers: delivery.headers ?? {},
    body,
    bodyBytes: Buffer.byteLength(delivery.body),
    touched,
    replayOf: delivery.replay?.of ?? null,
    attempts: envelope?.attempts ?? 1,
    queuedAt: iso(envelope?.queuedAt ?? null),
  };
}

interface WrittenRows {
  readonly rows: readonly ReturnType<typeof toRow>[];
  readonly startedAt: Date;
}

/** A row is final unless its delivery was rejected or is dead: that one may succeed when its envelope runs again. */
const writeRows = defineQuery({
  name: 'write deliveries',
  columns: {},
  prepared: true,
  examples: [{ rows: [], startedAt: new Date(0) }],
  build: ({ rows, startedAt }: WrittenRows) => sql`INSERT INTO deliveries (${columnList(Object.keys(TYPES))},
      started_at, finished_at)
    SELECT r.*, ${startedAt}::timestamptz, clock_timestamp() FROM ${rowsOf(rows, TYPES)}
    ON CONFLICT (id, received_at) DO UPDATE
      SET outcome = EXCLUDED.outcome, reason = EXCLUDED.reason, touched = EXCLUDED.touched,
        attempts = EXCLUDED.attempts, started_at = EXCLUDED.started_at, finished_at = EXCLUDED.finished_at
      WHERE deliveries.outcome IN ('rejected', 'dead') AND EXCLUDED.outcome IN ('applied', 'ignored')`,
});

/** Writes the deliveries' outcomes and bodies to the ledger. */
export async function recordDeliveries(
  tx: Queryable,
  settled: readonly LedgerRow[],
  run: LedgerRun,
): Promise<void> {
  // The spool and Redis may both have held the same delivery: its first outcome counts.
  const first = [...new Map(settled.toReversed().map((row) => [row.delivery.id, row])).values()];
  const bodies = await packAll(first.map(({ delivery }) => delivery.body));
  const rows = first.map((row, index) => toRow(row, run, bodies[index]));
  await writeRows.execute(tx, { rows, startedAt: new Date(run.startedAt) });
}

const toWindow = ({ projectId, integrationId, key, receivedAt, keyWindowMs }: Delivery, place: number) => ({
  projectId,
  integrationId,
  key: storedKey(key),
  receivedAt: iso(receivedAt),
  windowMs: keyWindowMs ?? 0,
  place,
});

const settledInWindow = defineQuery({
  name: 'find settled deliveries of the same window',
  columns: { place: computed('int4', sql`r.place`), id: columnsOf('Delivery', 'd').id },
  examples: [[]],
  build: (deliveries: readonly Delivery[], select) => sql`SELECT ${select}
    FROM ${rowsOf(deliveries.map(toWindow), {
      projectId: 'int',
      integrationId: 'int',
      key: 'text',
      receivedAt: 'timestamptz',
      windowMs: 'int',
      place: 'int',
    })}
    JOIN deliveries d ON d.project_id = r.project_id AND d.integration_id = r.integration_id
      AND d.received_at > r.received_at - make_interval(secs => r.window_ms / 1000.0)
      AND d.received_at < r.received_at + make_interval(secs => r.window_ms / 1000.0) AND d.dedupe_key = r.key
    WHERE d.outcome IN ('applied', 'ignored') OR (d.outcome IN ('rejected', 'dead') AND EXISTS (
      SELECT FROM deliveries o WHERE o.project_id = d.project_id AND o.replay_of = d.id
        AND o.received_at >= d.received_at AND o.outcome IN ('applied', 'ignored')))`,
});

/** Finds, for a delivery whose key is a digest, one with the same key and window that succeeded or was replayed. */
export async function findSettled(
  tx: Queryable,
  deliveries: readonly Delivery[],
): Promise<(delivery: Delivery) => string | undefined> {
  if (deliveries.length === 0) return () => undefined;
  const rows = await settledInWindow.all(tx, deliveries);
  const byDelivery = new Map(rows.map(({ place, id }) => [deliveries[place], id]));
  return (delivery) => byDelivery.get(delivery);
}
