import type { MailedPause } from '@slipway/domain';
import { type Columns, computed, type RowOf } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { databaseTime } from '../../database-time.js';
import { defineQuery } from '../../define-query.js';
import { raw, type Sql, sql } from '../../sql.js';
import { mailOwners } from '../mail/security-notices.js';

// SQL, because leases are measured by the database's clock and rows are claimed with SKIP LOCKED.

/** Renewed before each request, and longer than a request can take. */
const LEASE_SECONDS = 15;
const NO_LEASE = '00000000-0000-0000-0000-000000000000';

/** A table of destinations, each of which a worker holds while it sends what waits for it, one after another. */
interface OutboxTable<C extends Columns> {
  /** Names its statements. */
  readonly name: string;
  readonly table: string;
  readonly key: 'id' | 'integration_id';
  /** What sending requires, of the claimed row `c`. */
  readonly columns: C;
  /** Joins with `d`, and when it has something to send, apart from being neither paused nor held nor waiting. */
  readonly joins: Sql;
  readonly isDue: Sql;
  /** Further columns that change when `d` has to wait, and when it is paused. */
  readonly onPostpone: Sql;
  onPause(reason: string): Sql;
}

const heldColumns = {
  leaseId: computed('text', sql`c.lease_id::text`),
  failures: computed('int4', sql`c.failures`),
  projectId: computed('int4', sql`c.project_id`),
  projectName: computed('text', sql`(SELECT p.name FROM projects p WHERE p.id = c.project_id)`),
  accountId: computed('int4', sql`(SELECT p.account_id FROM projects p WHERE p.id = c.project_id)`),
};

/** Identifies what a worker holds. */
export interface Lease {
  readonly key: string;
  readonly leaseId: string;
}

export interface Held extends RowOf<typeof heldColumns>, Lease {
  readonly name: string;
  /** Set if the destination belongs to an integration. */
  readonly integrationId?: number;
}

/** A failed attempt that makes the destination wait. */
export interface Wait {
  /** Contains no address and no text from the destination. */
  readonly error: string;
  readonly delayMs: number;
  /** Whether the destination is failing, rather than busy. */
  readonly counts: boolean;
  /** False if the attempt ended before anything was sent. */
  readonly wasSent: boolean;
}

const later = (delayMs: number) => sql`clock_timestamp() + make_interval(secs => ${delayMs / 1000}::float8)`;

/** The statements by which workers share a table of destinations. */
export function defineOutbox<C extends Columns>(outbox: OutboxTable<C>) {
  const { claim, renew, release } = leaseStatements(outbox);
  const { postpone, pause } = failureStatements(outbox);
  return {
    /** Claims a destination with something to send; null if there is none. The lease expires if its holder dies. */
    claim: ({ pool }: DatabaseHandle, leaseId: string) => claim.first(pool, leaseId),
    /** Extends a lease; false if another worker has taken over. */
    renew: async ({ pool }: DatabaseHandle, held: Lease) => (await renew.execute(pool, held)) > 0,
    /** Returns a destination. It is due again after the delay. */
    async release({ pool }: DatabaseHandle, { key, leaseId }: Lease, delayMs: number): Promise<void> {
      await release.execute(pool, { key, leaseId, delayMs });
    },
    /** Makes a destination wait. Returns since when it has been failing; null if another worker has taken over. */
    async postpone({ pool }: DatabaseHandle, { key, leaseId }: Lease, wait: Wait): Promise<Date | null> {
      return (await postpone.first(pool, { key, leaseId, ...wait }))?.failingSince ?? null;
    },
    /**
     * Pauses a destination that cannot work until an owner changes it, and mails the owners, in the caller's
     * transaction. What waits for it and is less than a day old is sent when it is resumed.
     */
    async pause(tx: DatabaseHandle, held: Held, reason: string): Promise<void> {
      if ((await pause.execute(tx.pool, { key: held.key, reason })) === 0) return;
      const { accountId, projectId, projectName, integrationId } = held;
      const place = { projectId, projectName, ...(integrationId !== undefined && { integrationId }) };
      const payload: MailedPause = { channelName: held.name, ...place, reason };
      await mailOwners(tx, accountId, { kind: 'channel_paused', payload, now: await databaseTime(tx) });
    },
  };
}

function conditionsOf({ key }: Pick<OutboxTable<Columns>, 'key'>) {
  const isUuid = key === 'id';
  const hasKey = (value: string) => sql`${raw(key)} = ${value}::${raw(isUuid ? 'uuid' : 'int')}`;
  return {
    hasKey,
    isHeld: ({ key: value, leaseId }: Lease) => sql`${hasKey(value)} AND lease_id = ${leaseId}::uuid`,
    example: { key: isUuid ? NO_LEASE : '1', leaseId: NO_LEASE },
  };
}

function leaseStatements<C extends Columns>(outbox: OutboxTable<C>) {
  const { name, columns, joins, isDue } = outbox;
  const { isHeld, example } = conditionsOf(outbox);
  const table = raw(outbox.table);
  const key = raw(outbox.key);
  const leasedUntil = later(LEASE_SECONDS * 1000);
  const claim = defineQuery({
    name: `claim ${name}`,
    columns: { ...columns, ...heldColumns, key: computed('text', sql`c.${key}::text`) },
    examples: [NO_LEASE],
    build: (leaseId: string, select) => sql`
      UPDATE ${table} c SET lease_id = ${leaseId}::uuid, leased_until = ${leasedUntil}
      WHERE c.${key} = (SELECT d.${key} FROM ${table} d ${joins}
        WHERE d.paused_at IS NULL AND d.next_attempt_at <= now() AND (d.leased_until IS NULL OR d.leased_until < now())
          AND ${isDue}
        ORDER BY d.next_attempt_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED)
      RETURNING ${select}`,
  });
  const renew = defineQuery({
    name: `renew ${name}`,
    columns: {},
    examples: [example],
    build: (held: Lease) => sql`UPDATE ${table} SET leased_until = ${leasedUntil} WHERE ${isHeld(held)}`,
  });
  const release = defineQuery({
    name: `release ${name}`,
    columns: {},
    examples: [{ ...example, delayMs: 0 }],
    build: ({ delayMs, ...held }: Lease & { readonly delayMs: number }) => sql`
      UPDATE ${table} SET lease_id = NULL, leased_until = NULL, next_attempt_at = ${later(delayMs)}
      WHERE ${isHeld(held)}`,
  });
  return { claim, renew, release };
}

function failureStatements(outbox: OutboxTable<Columns>) {
  const { name, onPostpone, onPause } = outbox;
  const { hasKey, isHeld, example } = conditionsOf(outbox);
  const table = raw(outbox.table);
  const postpone = defineQuery({
    name: `postpone ${name}`,
    columns: { failingSince: computed('timestamptz', sql`COALESCE(failing_since, now())`) },
    examples: [{ ...example, error: '', delayMs: 0, counts: true, wasSent: true }],
    build: ({ error, delayMs, counts, wasSent, ...held }: Lease & Wait, select) => sql`
      UPDATE ${table} SET last_error = ${error}, lease_id = NULL, leased_until = NULL,
        next_attempt_at = ${later(delayMs)}, failures = failures + ${counts && wasSent ? 1 : 0}::int,
        failing_since = CASE WHEN ${counts}::bool THEN COALESCE(failing_since, now()) ELSE failing_since END
        ${onPostpone}
      WHERE ${isHeld(held)} RETURNING ${select}`,
  });
  const pause = defineQuery({
    name: `pause ${name}`,
    columns: {},
    examples: [{ key: example.key, reason: '' }],
    build: ({ key, reason }: { readonly key: string; readonly reason: string }) => sql`
      UPDATE ${table} SET paused_at = now(), lease_id = NULL, leased_until = NULL ${onPause(reason)}
      WHERE ${hasKey(key)} AND paused_at IS NULL`,
  });
  return { postpone, pause };
}
