import { setTimeout as delay } from 'node:timers/promises';
import { type AppSecrets, type OpenedSecret, openSecret, sealSecret } from '@slipway/domain';
import type { Database, DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { isLockTimeout, isTransactionConflict, isUniqueViolation } from '../../outage.js';
import { runCommand, sql } from '../../sql.js';
import { eachSingleSecret } from './single-secrets.js';

/** How many stored secrets open with the current APP_SECRET, only with another accepted value, and with none. */
export interface SecretCounts {
  readonly current: number;
  readonly others: number;
  readonly unreadable: number;
}

interface SecretRow {
  readonly id: number;
  readonly integrationId: number;
  readonly purpose: 'signing' | 'api';
  readonly ciphertext: Uint8Array;
  readonly createdAt: Date;
  readonly retiredAt: Date | null;
}

const PAGE = 500;
/** Shorter than PostgreSQL's deadlock_timeout of one second: in a deadlock, this gives way and requests continue. */
const LOCK_LIMIT_MS = 200;
const MAX_ATTEMPTS = 50;
const RETRY_MS = 100;

/**
 * Counts stored secrets by the value that opens them: those of integrations, notification channels, identity providers
 * and second factors, and the masked values of projects.
 */
export async function countSecrets(database: DatabaseHandle, appSecrets: AppSecrets): Promise<SecretCounts> {
  const counts = { current: 0, others: 0, unreadable: 0 };
  for await (const { opened } of eachSingleSecret(database, appSecrets)) counts[stateOfOpened(opened)] += 1;
  for (let after = 0; ; ) {
    const rows = await listSecrets(database, after);
    for (const row of rows) counts[stateOf(row, appSecrets)] += 1;
    if (rows.length < PAGE) return counts;
    after = rows.at(-1)?.id ?? 0;
  }
}

function stateOf({ integrationId, ciphertext }: SecretRow, appSecrets: AppSecrets): keyof SecretCounts {
  return stateOfOpened(openSecret(appSecrets, integrationId, ciphertext));
}

function stateOfOpened(opened: OpenedSecret | null): keyof SecretCounts {
  if (opened === null) return 'unreadable';
  return opened.isCurrent ? 'current' : 'others';
}

function listSecrets({ prisma }: DatabaseHandle, after: number): Promise<SecretRow[]> {
  return prisma.integrationSecret.findMany({ where: { id: { gt: after } }, orderBy: { id: 'asc' }, take: PAGE });
}

/**
 * Re-encrypts with the current APP_SECRET every stored secret that was encrypted with another accepted value. Processes
 * may use and change secrets meanwhile, as long as all of them accept both values. After each page, reports how many
 * secrets it has re-encrypted so far; returns the total.
 */
export async function resealSecrets(
  database: Database,
  appSecrets: AppSecrets,
  onProgress: (resealed: number) => void = () => undefined,
): Promise<number> {
  let resealed = 0;
  for await (const { opened, reseal } of eachSingleSecret(database, appSecrets))
    if (opened?.isCurrent === false && (await reseal(opened.secret))) resealed += 1;
  if (resealed > 0) onProgress(resealed);
  for (let after = 0; ; ) {
    const rows = await listSecrets(database, after);
    const due = rows.filter((row) => stateOf(row, appSecrets) === 'others');
    const integrationIds = [...new Set(due.map(({ integrationId }) => integrationId))];
    for (const id of integrationIds) resealed += await resealIntegration(database, appSecrets, id);
    if (integrationIds.length > 0) onProgress(resealed);
    if (rows.length < PAGE) return resealed;
    after = rows.at(-1)?.id ?? 0;
  }
}

/** Tries again if a request changes the same secrets at the same time. */
async function resealIntegration(database: Database, appSecrets: AppSecrets, id: number): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.modelTransaction(async (tx) => {
        const rows = await lockSecrets(tx, id);
        let resealed = 0;
        for (const equal of groupEqual(rows, appSecrets)) resealed += await resealEqual(tx, appSecrets, equal);
        return resealed;
      });
    } catch (error) {
      const mayPass = isLockTimeout(error) || isTransactionConflict(error) || isUniqueViolation(error);
      if (!mayPass || attempt === MAX_ATTEMPTS) throw error;
      await delay(RETRY_MS);
    }
  }
}

const lockRows = defineQuery({
  name: 'lock secrets',
  columns: {},
  examples: [1],
  build: (integrationId: number) =>
    sql`SELECT FROM integration_secrets WHERE integration_id = ${integrationId} ORDER BY id FOR UPDATE`,
});

/** Locks the secrets, so that none is retired between reading and writing it. */
async function lockSecrets({ prisma, pool }: DatabaseHandle, integrationId: number): Promise<SecretRow[]> {
  await runCommand(pool, `SET LOCAL lock_timeout = ${LOCK_LIMIT_MS}`);
  await lockRows.execute(pool, integrationId);
  return prisma.integrationSecret.findMany({ where: { integrationId }, orderBy: { id: 'asc' } });
}

/** Rows with the same secret. There are two if processes with different APP_SECRET values stored it. */
interface EqualSecrets {
  readonly secret: string;
  /** The row to keep comes first: one with the current value, if there is one. */
  readonly rows: readonly [SecretRow, ...SecretRow[]];
  readonly isCurrent: boolean;
}

function groupEqual(rows: readonly SecretRow[], appSecrets: AppSecrets): EqualSecrets[] {
  const groups = new Map<string, EqualSecrets>();
  for (const row of rows) {
    const opened = openSecret(appSecrets, row.integrationId, row.ciphertext);
    if (opened === null) continue;
    const { secret, isCurrent } = opened;
    const key = `${row.purpose} ${secret}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { secret, isCurrent, rows: [row] });
    else if (isCurrent) groups.set(key, { secret, isCurrent, rows: [row, ...known.rows] });
    else groups.set(key, { ...known, rows: [...known.rows, row] });
  }
  return [...groups.values()];
}

/** Returns how many rows had not been encrypted with the current value. */
async function resealEqual({ prisma }: DatabaseHandle, appSecrets: AppSecrets, equal: EqualSecrets) {
  const [kept, ...twins] = equal.rows;
  if (equal.isCurrent && twins.length === 0) return 0;
  if (twins.length > 0)
    await prisma.integrationSecret.deleteMany({ where: { id: { in: twins.map(({ id }) => id) } } });
  const { ciphertext, fingerprint } = sealSecret(appSecrets, kept.integrationId, equal.secret);
  await prisma.integrationSecret.update({
    where: { id: kept.id },
    data: { ciphertext, fingerprint, createdAt: latest(equal.rows), retiredAt: lastEnd(equal.rows) },
  });
  return twins.length + (equal.isCurrent ? 0 : 1);
}

function latest(rows: readonly SecretRow[]): Date {
  return new Date(Math.max(...rows.map(({ createdAt }) => createdAt.getTime())));
}

/** A secret is accepted as long as one of its rows is. */
function lastEnd(rows: readonly SecretRow[]): Date | null {
  const ends = rows.flatMap(({ retiredAt }) => (retiredAt === null ? [] : [retiredAt.getTime()]));
  return ends.length < rows.length ? null : new Date(Math.max(...ends));
}
