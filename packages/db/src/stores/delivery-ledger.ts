import { hash } from 'node:crypto';
import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { execute, type Queryable, sql } from '../sql.js';
import type { TouchedRow } from './apply/touched.js';
import { pack } from './packed-body.js';

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

/**
 * Writes what became of deliveries, with their bodies. A line stands but for one that says that nothing came of a
 * delivery: when its envelope runs again, something may.
 */
export async function recordDeliveries(
  tx: Queryable,
  lines: readonly LedgerLine[],
  { startedAt, queued }: LedgerRun,
): Promise<void> {
  // The spool and Redis may both have held a delivery: the first of its lines says what became of it.
  const first = [...new Map(lines.toReversed().map((line) => [line.delivery.id, line])).values()];
  const rows = first.map(({ delivery, outcome, reason, touched }) => ({
    id: delivery.id,
    received_at: new Date(loggedAt(delivery)).toISOString(),
    account_id: delivery.accountId,
    project_id: delivery.projectId,
    integration_id: delivery.integrationId,
    provider: delivery.provider,
    event: delivery.event.slice(0, MAX_EVENT),
    path: delivery.path,
    dedupe_key: storedKey(delivery.key),
    outcome,
    reason,
    content_type: delivery.contentType,
    headers: delivery.headers ?? {},
    body_bytes: Buffer.byteLength(delivery.body),
    touched,
    replay_of: delivery.replay?.of ?? null,
    request_id: delivery.requestId,
    attempts: queued?.get(delivery.id)?.attempts ?? 1,
    queued_at: toIso(queued?.get(delivery.id)?.queuedAt),
  }));
  await execute(
    tx,
    sql`INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path,
          dedupe_key, outcome, reason, content_type, headers, body_bytes, touched, replay_of, request_id, attempts,
          queued_at, body, started_at, finished_at)
        SELECT r.*, ${new Date(startedAt)}::timestamptz, clock_timestamp()
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (id uuid, received_at timestamptz(3),
            account_id int, project_id int, integration_id int, provider text, event text, path text, dedupe_key text,
            outcome delivery_outcome, reason text, content_type text, headers jsonb, body_bytes int, touched jsonb,
            replay_of uuid, request_id text, attempts int, queued_at timestamptz(3)),
          unnest(${first.map(({ delivery }) => pack(delivery.body))}::bytea[])) AS r
        ON CONFLICT (id, received_at) DO UPDATE
          SET outcome = EXCLUDED.outcome, reason = EXCLUDED.reason, touched = EXCLUDED.touched,
            attempts = EXCLUDED.attempts, started_at = EXCLUDED.started_at, finished_at = EXCLUDED.finished_at
          WHERE deliveries.outcome IN ('rejected', 'dead') AND EXCLUDED.outcome IN ('applied', 'ignored')`,
  );
}

const toIso = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString());
