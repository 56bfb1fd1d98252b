import { join } from 'node:path';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { type MigrationFile, migrationsFolder, readMigrations } from './migration-files.js';
import { findPending, MigrationError, type Queryable } from './migration-history.js';

export interface MigrateOptions {
  /** Called before each migration that is applied. */
  onStep?(name: string): void;
  /** Where the migration folders are; this package's own by default. */
  folder?: string;
}

/** The lock of `prisma migrate deploy`, so that the two never run side by side. */
const advisoryLock = 72707369;

function asMigrationList(folder: string, files: MigrationFile[]): MigrationList {
  return {
    baseDir: folder,
    lockfile: { path: join(folder, 'migration_lock.toml'), content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: files.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
    })),
  };
}

async function applyPending(pool: pg.Pool, files: MigrationFile[], options: MigrateOptions): Promise<string[]> {
  const pending = await findPending(pool, files);
  if (pending.length === 0) return [];
  // Loaded only when there is work, so that a start without pending migrations stays quick.
  const { noFilters, openSchemaEngine } = await import('./schema-engine.js');
  const engine = await openSchemaEngine(pool);
  const applied: string[] = [];
  for (const { name } of pending) {
    options.onStep?.(name);
    const upToHere = files.slice(0, files.findIndex((file) => file.name === name) + 1);
    try {
      const list = asMigrationList(options.folder ?? migrationsFolder, upToHere);
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList: list, filters: noFilters });
      applied.push(...appliedMigrationNames);
    } catch (error) {
      throw new MigrationError(`Migration ${name} failed and was rolled back: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  return applied;
}

/** An error may mean that another process is migrating right now: the caller checks again under the lock. */
async function isUpToDate(pool: pg.Pool, files: MigrationFile[]): Promise<boolean> {
  try {
    return (await findPending(pool, files)).length === 0;
  } catch (error) {
    if (error instanceof MigrationError) return false;
    throw error;
  }
}

/**
 * Applies the missing migrations of this release and returns their names. Any number of processes may call it at once:
 * one applies, the others wait and find nothing left. Needs a direct connection, because session locks do not survive a
 * transaction pooler. The history is the one that `prisma migrate deploy` writes.
 */
export async function migrate(databaseUrl: string, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const files = readMigrations(options.folder);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  // A connection lost between two queries is reported by the next one.
  pool.on('error', () => undefined);
  try {
    if (await isUpToDate(pool, files)) return { applied: [] };
    await pool.query(`SELECT pg_advisory_lock(${advisoryLock})`);
    return { applied: await applyPending(pool, files, options) };
  } finally {
    await pool.end();
  }
}

/** Throws while the database lacks migrations of this release: for readiness checks. */
export async function requireMigrations(on: {
  query(config: { text: string }): Promise<{ rows: unknown[] }>;
}): Promise<void> {
  const pending = await pendingMigrations({ query: (text) => on.query({ text }) });
  if (pending.length > 0) throw new MigrationError(`${pending.length} migrations are not applied`);
}

/** Names of the migrations that the database lacks, found with two small queries: for readiness checks. */
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
