import { deflateRawSync } from 'node:zlib';
import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import { execute, type Queryable, query, sql } from '../sql.js';
import { applyBuildReports } from './build-runs.js';

/** A delivery as normalizing left it: what it means, or why it means nothing. */
export interface NormalizedDelivery {
  readonly delivery: Delivery;
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  readonly reason: string | null;
  readonly operations: readonly Operation[];
  /** What the project lends to operations that leave it open. */
  readonly defaultBuildType: string;
}

/** What became of a delivery. */
export interface SettledDelivery {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
}

const identity = (integrationId: number, key: string) => JSON.stringify([integrationId, key]);

/**
 * Applies a batch in the caller's transaction: keys are claimed, effects written and the ledger kept together, so a
 * delivery takes effect exactly once however often its job runs.
 */
export async function applyDeliveries(
  tx: Queryable,
  batch: readonly NormalizedDelivery[],
  startedAt: number,
): Promise<SettledDelivery[]> {
  const fresh = await claim(tx, batch);
  const touched = await applyOperations(tx, [...fresh]);
  const settled = batch.map((item) => ({
    item,
    delivery: item.delivery,
    outcome: fresh.has(item) ? item.outcome : ('duplicate' as const),
  }));
  await record(tx, settled, touched, startedAt);
  return settled.map(({ delivery, outcome }) => ({ delivery, outcome }));
}

/** The deliveries whose key nobody holds; a key held by one that ended rejected or dead is taken over. */
async function claim(tx: Queryable, batch: readonly NormalizedDelivery[]): Promise<Set<NormalizedDelivery>> {
  const first = new Map<string, NormalizedDelivery>();
  for (const item of batch) {
    const key = identity(item.delivery.integrationId, item.delivery.key);
    if (!first.has(key)) first.set(key, item);
  }
  const items = [...first].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  const claimed = await query<{ integrationId: number; key: string }>(
    tx,
    sql`INSERT INTO delivery_keys AS k (integration_id, key, delivery_id, outcome, received_at, expires_at)
        SELECT * FROM unnest(${items.map(({ delivery }) => delivery.integrationId)}::int[],
          ${items.map(({ delivery }) => delivery.key)}::text[], ${items.map(({ delivery }) => delivery.id)}::uuid[],
          ${items.map(({ outcome }) => outcome)}::delivery_outcome[],
          ${items.map(({ delivery }) => new Date(delivery.receivedAt))}::timestamptz(3)[],
          ${items.map(({ delivery }) => expiryOf(delivery))}::timestamptz(3)[])
        ON CONFLICT (integration_id, key) DO UPDATE
          SET delivery_id = EXCLUDED.delivery_id, outcome = EXCLUDED.outcome, received_at = EXCLUDED.received_at,
            expires_at = EXCLUDED.expires_at
          WHERE k.outcome IN ('rejected', 'dead') OR k.expires_at <= EXCLUDED.received_at
        RETURNING integration_id AS "integrationId", key`,
  );
  return new Set(claimed.flatMap(({ integrationId, key }) => first.get(identity(integrationId, key)) ?? []));
}

/** A digest stands for a delivery only so long; an id of the sender's for as long as the log lives. */
function expiryOf({ receivedAt, keyWindowMs }: Delivery): Date | null {
  return keyWindowMs === null ? null : new Date(receivedAt + keyWindowMs);
}

type Touched = ReadonlyMap<string, readonly { kind: string; id: string }[]>;

async function applyOperations(tx: Queryable, items: readonly NormalizedDelivery[]): Promise<Touched> {
  const reports = items.flatMap(({ delivery, operations, defaultBuildType }) =>
    operations
      .filter((operation) => operation.kind === 'build_report')
      .map((report) => ({
        deliveryId: delivery.id,
        accountId: delivery.accountId,
        projectId: delivery.projectId,
        integrationId: delivery.integrationId,
        receivedAt: delivery.receivedAt,
        defaultBuildType,
        report,
      })),
  );
  const buildRunOf = await applyBuildReports(tx, reports);
  const touched = new Map<string, { kind: string; id: string }[]>();
  for (const report of reports) {
    const id = buildRunOf(report);
    if (id === undefined) continue;
    const list = touched.get(report.deliveryId) ?? [];
    list.push({ kind: 'build_run', id: String(id) });
    touched.set(report.deliveryId, list);
  }
  return touched;
}

async function record(
  tx: Queryable,
  settled: readonly { item: NormalizedDelivery; outcome: DeliveryOutcome }[],
  touched: Touched,
  startedAt: number,
): Promise<void> {
  const rows = settled.map(({ item, outcome }) => ({
    id: item.delivery.id,
    received_at: new Date(item.delivery.receivedAt).toISOString(),
    account_id: item.delivery.accountId,
    project_id: item.delivery.projectId,
    integration_id: item.delivery.integrationId,
    provider: item.delivery.provider,
    event: item.delivery.event,
    path: item.delivery.path,
    dedupe_key: item.delivery.key,
    outcome,
    reason: item.reason,
    content_type: item.delivery.contentType,
    body_bytes: Buffer.byteLength(item.delivery.body),
    touched: touched.get(item.delivery.id) ?? [],
    request_id: item.delivery.requestId,
  }));
  await execute(
    tx,
    sql`INSERT INTO deliveries (id, received_at, account_id, project_id, integration_id, provider, event, path,
          dedupe_key, outcome, reason, content_type, body, body_bytes, touched, request_id, started_at, finished_at)
        SELECT r.id, r.received_at, r.account_id, r.project_id, r.integration_id, r.provider, r.event, r.path,
          r.dedupe_key, r.outcome, r.reason, r.content_type, r.body, r.body_bytes, r.touched, r.request_id,
          ${new Date(startedAt)}::timestamptz, clock_timestamp()
        FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (id uuid, received_at timestamptz(3),
            account_id int, project_id int, integration_id int, provider text, event text, path text, dedupe_key text,
            outcome delivery_outcome, reason text, content_type text, body_bytes int, touched jsonb, request_id text),
          unnest(${settled.map(({ item }) => deflateRawSync(item.delivery.body))}::bytea[])) AS
          r(id, received_at, account_id, project_id, integration_id, provider, event, path, dedupe_key, outcome,
            reason, content_type, body_bytes, touched, request_id, body)
        ON CONFLICT (id, received_at) DO NOTHING`,
  );
}
