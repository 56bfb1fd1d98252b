import { deflateRawSync } from 'node:zlib';
import type { Delivery, DeliveryOutcome } from '@slipway/contracts';
import { execute, type Queryable, sql } from '../sql.js';
import type { TouchedRow } from './apply/touched.js';

/** Below this, setting up the compressor costs more than it saves. */
const SMALL_BYTES = 512;
const LAST_STORED_BLOCK = 1;
const BLOCK_HEADER_BYTES = 5;

/** A body as raw deflate: a small one as a single stored block, https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4 */
function pack(body: string): Buffer {
  const bytes = Buffer.from(body);
  if (bytes.length > SMALL_BYTES) return deflateRawSync(bytes);
  const header = Buffer.alloc(BLOCK_HEADER_BYTES);
  header.writeUInt8(LAST_STORED_BLOCK);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & 0xffff, 3);
  return Buffer.concat([header, bytes]);
}

/** A line of the ledger: what became of a delivery, why, and what it touched. */
export interface LedgerLine {
  readonly delivery: Delivery;
  readonly outcome: DeliveryOutcome;
  readonly reason: string | null;
  readonly touched: readonly TouchedRow[];
}

/** Writes what became of deliveries, with their bodies. */
export async function recordDeliveries(
  tx: Queryable,
  lines: readonly LedgerLine[],
  startedAt: number,
): Promise<void> {
  const rows = lines.map(({ delivery, outcome, reason, touched }) => ({
    id: delivery.id,
    received_at: new Date(delivery.receivedAt).toISOString(),
    account_id: delivery.accountId,
    project_id: delivery.projectId,
    integration_id: delivery.integrationId,
    provider: delivery.provider,
    event: delivery.event,
    path: delivery.path,
    dedupe_key: delivery.key,
    outcome,
    reason,
    content_type: delivery.contentType,
    body_bytes: Buffer.byteLength(delivery.body),
    touched,
    request_id: delivery.requestId,
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
          unnest(${lines.map(({ delivery }) => pack(delivery.body))}::bytea[])) AS
          r(id, received_at, account_id, project_id, integration_id, provider, event, path, dedupe_key, outcome,
            reason, content_type, body_bytes, touched, request_id, body)
        ON CONFLICT (id, received_at) DO NOTHING`,
  );
}
