import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type MigrationFile, statementsOf } from './migration-files.js';
import { MigrationError, recordFailure, recordFinish, recordStart } from './migration-history.js';

/** How a migration waits for locks that the running service holds. */
export interface LockLimits {
  /** The longest that one attempt waits. Everything else that needs the table waits behind it meanwhile. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Between two attempts, the service works through what has queued up. */
  readonly pauseMs: number;
}

/** About five minutes in total. */
export const LOCK_LIMITS: LockLimits = { timeoutMs: 2_000, tries: 75, pauseMs: 2_000 };

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

function isLockConflict(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK_DETECTED)
  );
}

/** The server refused a statement. Any other error means that the connection was lost; the next run tries again. */
function isRefused(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

/** Applies one migration and records it, or records why it failed. The caller holds the migration lock. */
export async function applyMigration(client: pg.Client, file: MigrationFile, locks: LockLimits): Promise<void> {
  try {
    if (file.inTransaction) await applyAtOnce(client, file, locks);
    else await applyOneByOne(client, file);
  } catch (error) {
    if (isLockConflict(error)) throw blocked(file, error);
    if (!isRefused(error)) throw error;
    await recordFailure(client, file, error.message);
    const state = file.inTransaction ? 'failed and was rolled back' : 'failed';
    throw new MigrationError(`Migration ${file.name} ${state}: ${error.message}`, { cause: error });
  }
}

function blocked({ name }: MigrationFile, cause: unknown): MigrationError {
  return new MigrationError(
    `Migration ${name} could not get its locks because other transactions held them. Nothing was changed. ` +
      'Start again, or end the transaction that is in the way (pg_stat_activity lists them).',
    { cause },
  );
}

/** The migration and its entry in the history take effect together, so that a killed process leaves nothing behind. */
async function applyAtOnce(client: pg.Client, file: MigrationFile, locks: LockLimits): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`BEGIN; SET LOCAL lock_timeout = ${locks.timeoutMs}`);
      await recordStart(client, file);
      await client.query(file.sql);
      await recordFinish(client, file);
      await client.query('COMMIT');
      return;
    } catch (error) {
      if (!isRefused(error)) throw error;
      await client.query('ROLLBACK');
      if (!isLockConflict(error) || attempt === locks.tries) throw error;
    }
    await delay(locks.pauseMs);
  }
}

/**
 * Without a lock timeout: `CONCURRENTLY` waits for running transactions but blocks none, and a timeout would leave an
 * invalid index behind.
 */
async function applyOneByOne(client: pg.Client, file: MigrationFile): Promise<void> {
  await recordStart(client, file);
  await dropInvalidIndexes(client, file);
  for (const statement of statementsOf(file)) await client.query(statement);
  await recordFinish(client, file);
}

/** An interrupted `CREATE INDEX CONCURRENTLY` leaves an index behind that is maintained but never used. */
async function dropInvalidIndexes(client: pg.Client, { sql }: MigrationFile): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT i.indisvalid AND c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of rows) {
    if (sql.includes(name)) await client.query(`DROP INDEX CONCURRENTLY ${pg.escapeIdentifier(name)}`);
  }
}
