import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { applyMigration, LOCK_LIMITS, type LockLimits } from './apply-migration.js';
import { type MigrationFile, readMigrations } from './migration-files.js';
import {
  ensureHistory,
  findPending,
  findUnrecorded,
  MigrationError,
  type Queryable,
  recordFinish,
  recordStart,
} from './migration-history.js';

export interface MigrateOptions {
  onStep?(name: string): void;
  /** Where the migration folders are; this package's own by default. */
  folder?: string;
  /** The last migration to apply; by default, all are. */
  upTo?: string;
  locks?: LockLimits;
}

/** The lock that `prisma migrate deploy` uses, so that the two never run at the same time. */
const advisoryLock = 72707369;
const LOCK_POLL_MS = 100;

async function applyPending(
  client: pg.Client,
  files: MigrationFile[],
  { onStep, locks = LOCK_LIMITS }: MigrateOptions,
): Promise<string[]> {
  await ensureHistory(client);
  const pending = await findPending(client, files);
  // Otherwise `prisma migrate deploy` would run them.
  for (const file of await findUnrecorded(client, files)) {
    await recordStart(client, file);
    await recordFinish(client, file);
  }
  for (const file of pending) {
    onStep?.(file.name);
    await applyMigration(client, file, locks);
  }
  return pending.map(({ name }) => name);
}

/** An error may mean that another process is migrating right now, so the caller checks again under the lock. */
async function isUpToDate(client: pg.Client, files: MigrationFile[]): Promise<boolean> {
  try {
    const missing = [...(await findPending(client, files)), ...(await findUnrecorded(client, files))];
    return missing.length === 0;
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
}

/**
 * Asks for the lock until no other process has it. A statement that waits for it instead would deadlock with the other
 * process if that builds an index: `CREATE INDEX CONCURRENTLY` waits for all statements that run.
 */
async function acquireLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      `SELECT pg_try_advisory_lock(${advisoryLock}) AS acquired`,
    );
    if (rows[0]?.acquired) return;
    await delay(LOCK_POLL_MS);
  }
}

/**
 * Applies this release's missing migrations and returns their names. Any number of processes may call it at once: one
 * applies, the others wait and find nothing left. Needs a direct connection, because session locks do not survive a
 * transaction pooler. The history is the one that `prisma migrate deploy` writes.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const { upTo } = options;
  const files = readMigrations(options.folder).filter(({ name }) => upTo === undefined || name <= upTo);
  const client = new pg.Client({ connectionString: databaseUrl });
  // If the connection is lost between two queries, the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    if (await isUpToDate(client, files)) return { applied: [] };
    await acquireLock(client);
    return { applied: await applyPending(client, files, options) };
  } finally {
    await client.end();
  }
}

/** Throws if the database lacks migrations of this release: for readiness checks. */
export async function requireMigrations(on: {
  query(config: { text: string }): Promise<{ rows: unknown[] }>;
}): Promise<void> {
  const pending = await pendingMigrations({ query: (text) => on.query({ text }) });
  if (pending.length > 0) throw new MigrationError(`${pending.length} migrations are not applied`);
}

/** The names of the migrations that the database lacks, found with two small queries: for readiness checks. */
export async function pendingMigrations(database: string | Queryable): Promise<string[]> {
  const files = readMigrations();
  if (typeof database !== 'string') return (await findPending(database, files)).map(({ name }) => name);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    return (await findPending(client, files)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}
