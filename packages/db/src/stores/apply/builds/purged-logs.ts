import { columnsOf, computed, pick } from '../../../columns.js';
import { defineQuery } from '../../../define-query.js';
import { rowsOf } from '../../../rows-of.js';
import { type Queryable, sql } from '../../../sql.js';
import { storedKey } from '../../deliveries/delivery-ledger.js';
import type { CurrentReport } from './build-runs.js';

const purges = defineQuery({
  name: 'find log purges',
  columns: pick(columnsOf('BuildLogPurge', 'p'), 'buildRunId', 'purgedAt', 'deliveryKeys'),
  prepared: true,
  examples: [[1]],
  build: (ids: readonly number[], select) =>
    sql`SELECT ${select} FROM build_log_purges p WHERE p.build_run_id = ANY(${ids}::bigint[])`,
});

/** Polling can read the same console output again at any time. */
const isPolled = (deliveryKey: string) => deliveryKey === '' || deliveryKey.startsWith('poll:');

/**
 * Finds the reports that would bring a purged log back: those received before the purge (which may be waiting in the
 * queue or be replayed), repeats of deliveries that contained the log, and polls.
 */
export async function findPurged(
  tx: Queryable,
  reports: readonly CurrentReport[],
): Promise<(report: CurrentReport) => boolean> {
  if (reports.length === 0) return () => false;
  const found = await purges.all(tx, [...new Set(reports.map(({ build }) => build.id))]);
  const byBuild = new Map(found.map((purge) => [purge.buildRunId, purge]));
  return ({ build, report: { scope } }) => {
    const purge = byBuild.get(build.id);
    if (purge === undefined) return false;
    const { receivedAt, deliveryKey } = scope;
    return (
      receivedAt <= purge.purgedAt.getTime() ||
      isPolled(deliveryKey) ||
      purge.deliveryKeys.includes(storedKey(deliveryKey))
    );
  };
}

const purgedKeys = defineQuery({
  name: 'find delivery keys of purged logs',
  columns: { integrationId: computed('int4', sql`r.integration_id`), key: computed('text', sql`r.key`) },
  examples: [[]],
  build: (keys: readonly DeliveryKey[], select) => sql`SELECT ${select}
    FROM ${rowsOf(keys, { integrationId: 'int', key: 'text' })}
    WHERE EXISTS (SELECT FROM build_log_purges p JOIN build_runs b ON b.id = p.build_run_id
      WHERE b.integration_id = r.integration_id AND r.key = ANY(p.delivery_keys))`,
});

interface DeliveryKey {
  readonly integrationId: number;
  readonly key: string;
}

/** Finds the deliveries that repeat one whose log was purged. */
export async function findRepeatsOfPurged(
  tx: Queryable,
  deliveries: readonly DeliveryKey[],
): Promise<(delivery: DeliveryKey) => boolean> {
  if (deliveries.length === 0) return () => false;
  const toRow = ({ integrationId, key }: DeliveryKey) => ({ integrationId, key: storedKey(key) });
  const found = await purgedKeys.all(tx, deliveries.map(toRow));
  const purged = new Set(found.map((row) => JSON.stringify(row)));
  return (delivery) => purged.has(JSON.stringify(toRow(delivery)));
}
