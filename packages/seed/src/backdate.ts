import { run, type Transaction } from './insert-rows.js';

/** The tables of the rows that deliveries touch. */
const TABLES = {
  build_run: 'build_runs',
  change: 'changes',
  reference: 'external_references',
  deployment: 'deployments',
  asset: 'assets',
  approval: 'approvals',
} as const;

/**
 * Applying a delivery takes place now. Gives the rows that it made or changed the times at which it was received, and the
 * log of deliveries the times at which a worker would have applied them.
 */
export async function backdateDeliveries(tx: Transaction, from: Date): Promise<void> {
  for (const [kind, table] of Object.entries(TABLES))
    await run(
      tx,
      `UPDATE ${table} r SET created_at = LEAST(r.created_at, d.first), updated_at = d.last
       FROM (SELECT t.id, min(received_at) AS first, max(received_at) AS last
             FROM deliveries, jsonb_to_recordset(touched) AS t(kind text, id text)
             WHERE received_at >= $1 AND t.kind = $2 GROUP BY t.id) d
       WHERE r.id = d.id::${kind === 'asset' || kind === 'approval' || kind === 'deployment' ? 'uuid' : 'bigint'}`,
      from,
      kind,
    );
  await run(tx, 'UPDATE asset_events SET created_at = occurred_at WHERE occurred_at >= $1', from);
}

const lag = (least: number) => `(${least} + (hashtext(id::text) & 15)) * interval '1 millisecond'`;

/** Gives everything that followed from deliveries the time at which it would have followed. */
export async function backdateResults(tx: Transaction, now: Date): Promise<void> {
  for (const text of [
    `UPDATE deliveries SET queued_at = received_at + interval '2 milliseconds', started_at = received_at + ${lag(4)},
       finished_at = received_at + ${lag(22)}`,
    'UPDATE asset_removals SET created_at = removed_at',
    // The worker counts their passes after its start.
    'UPDATE problem_jobs SET passed_at = last_seen_at',
    `UPDATE problems SET created_at = first_seen_at,
       updated_at = GREATEST(last_seen_at, resolved_at, reopened_at)`,
  ])
    await run(tx, text);
  // The worker reads them oldest first, once the service has started.
  await run(
    tx,
    `UPDATE test_uploads SET next_attempt_at = $1::timestamptz + interval '12 seconds'
       - ($1::timestamptz - received_at) / 1000000`,
    now,
  );
}
