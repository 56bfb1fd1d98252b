import { hash } from 'node:crypto';
import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { type Column, execute, type Queryable, query, raw, rowsOf, sql } from '../sql.js';
import { iso } from '../times.js';
import type { TouchedRow } from './apply/touched.js';
import { packAll } from './packed-body.js';

/** A line of the ledger: what became of a delivery, why, and what it touched. */
export interface LedgerLine {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly touched: readonly TouchedRow[];
}

/** What became of a delivery. */
export interface SettledDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

/** When work on deliveries began, and what the queue knows of them. */
export interface LedgerRun {
  readonly startedAt: number;
  /** By the deliveries' ids; what does not come from the queue is not in it. */
  readonly queued?: ReadonlyMap<string, { readonly queuedAt: number; readonly attempts: number }>;
}

/** When a delivery came into the log: a replay keeps the time of receipt of what it repeats, but is newer than that. */
export function loggedAt({ receivedAt, replay }: Delivery): number {
  return replay?.requestedAt ?? receivedAt;
}

/** As much of a name as is told apart: an index holds no more than so much. */
const MAX_EVENT = 255;
const MAX_KEY = 255;

/** A key as it is stored; one that is too long for an index by its digest. */
export function storedKey(key: string): string {
  return key.length <= MAX_KEY ? key : `sha256:${hash('sha256', key, 'base64url')}`;
}

const COLUMNS: readonly Column[] = [
  ['id', 'uuid'],
  ['received_at', 'timestamptz(3)'],
  ['account_id', 'int'],
  ['project_id', 'int'],
  ['integration_id', 'int'],
  ['provider', 'text'],
  ['event', 'text'],
  ['path', 'text'],
  ['dedupe_key', 'text'],
  ['outcome', 'delivery_outcome'],
  ['reason', 'text'],
  ['headers', 'jsonb'],
  ['body', 'bytea'],
  ['body_bytes', 'int'],
  ['touched', 'jsonb'],
  ['replay_of', 'uuid'],
  ['attempts', 'int'],
  ['queued_at', 'timestamptz(3)'],
];
const NAMES = raw(COLUMNS.map(([name]) => name).join(', '));

function toRow(
  { delivery, outcome, reason, touched }: LedgerLine,
  { queued }: LedgerRun,
  body: Buffer | undefined,
) {
  const envelope = queued?.get(delivery.id);
  return {
    id: delivery.id,
    received_at: iso(loggedAt(delivery)),
    account_id: delivery.accountId,
    project_id: delivery.projectId,
    integration_id: delivery.integrationId,
    provider: delivery.provider,
    event: delivery.event.slice(0, MAX_EVENT),
    path: delivery.path,
    dedupe_key: storedKey(delivery.key),
    outcome,
    reason,
    headers: delivery.headers ?? {},
    body,
    body_bytes: Buffer.byteLength(delivery.body),
    touched,
    replay_of: delivery.replay?.of ?? null,
    attempts: envelope?.attempts ?? 1,
    queued_at: iso(envelope?.queuedAt ?? null),
  };
}

/**
 * Writes what became of deliveries, with their bodies. A line stands but for one that says that nothing came of a
 * delivery: when its envelope runs again, something may.
 */
export async function recordDeliveries(
  tx: Queryable,
  lines: readonly LedgerLine[],
  run: LedgerRun,
): Promise<void> {
  // The spool and Redis may both have held a delivery: the first of its lines says what became of it.
  const first = [...new Map(lines.toReversed().map((line) => [line.delivery.id, line])).values()];
  const bodies = await packAll(first.map(({ delivery }) => delivery.body));
  const rows = first.map((line, index) => toRow(line, run, bodies[index]));
  await execute(
    tx,
    sql`INSERT INTO deliveries (${NAMES}, started_at, finished_at)
        SELECT r.*, ${new Date(run.startedAt)}::timestamptz, clock_timestamp() FROM ${rowsOf(rows, COLUMNS)}
        ON CONFLICT (id, received_at) DO UPDATE
          SET outcome = EXCLUDED.outcome, reason = EXCLUDED.reason, touched = EXCLUDED.touched,
            attempts = EXCLUDED.attempts, started_at = EXCLUDED.started_at, finished_at = EXCLUDED.finished_at
          WHERE deliveries.outcome IN ('rejected', 'dead') AND EXCLUDED.outcome IN ('applied', 'ignored')`,
    'record deliveries',
  );
}

/**
 * Which of others with the key and within the window of a delivery came to something, by themselves or by a replay. For
 * keys that are digests.
 */
export async function findSettled(
  tx: Queryable,
  deliveries: readonly Delivery[],
): Promise<(delivery: Delivery) => string | undefined> {
  if (deliveries.length === 0) return () => undefined;
  const rows = await query<{ place: number; id: string }>(
    tx,
    sql`SELECT k.place - 1 AS place, d.id
        FROM unnest(${deliveries.map(({ projectId }) => projectId)}::int[],
            ${deliveries.map(({ integrationId }) => integrationId)}::int[],
            ${deliveries.map(({ key }) => storedKey(key))}::text[],
            ${deliveries.map(({ receivedAt }) => new Date(receivedAt))}::timestamptz[],
            ${deliveries.map(({ keyWindowMs }) => keyWindowMs ?? 0)}::int[])
          WITH ORDINALITY AS k(project_id, integration_id, key, received_at, window_ms, place)
        JOIN deliveries d ON d.project_id = k.project_id AND d.integration_id = k.integration_id
          AND d.received_at > k.received_at - make_interval(secs => k.window_ms / 1000.0)
          AND d.received_at < k.received_at + make_interval(secs => k.window_ms / 1000.0) AND d.dedupe_key = k.key
        WHERE d.outcome IN ('applied', 'ignored') OR (d.outcome IN ('rejected', 'dead') AND EXISTS (
          SELECT FROM deliveries r WHERE r.project_id = d.project_id AND r.replay_of = d.id
            AND r.received_at >= d.received_at AND r.outcome IN ('applied', 'ignored')))`,
  );
  const byPlace = new Map(rows.map(({ place, id }) => [deliveries[place], id]));
  return (delivery) => byPlace.get(delivery);
}
