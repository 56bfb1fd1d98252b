import { type MigrationFile, matchesChecksum } from './migration-files.js';

/** The part of a `pg` client or pool that reading the history needs. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

interface HistoryRow {
  name: string;
  checksum: string;
  finished: boolean;
  startedAt: string;
  logs: string | null;
}

/** The database cannot be migrated; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

async function hasHistory(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`);
  return (rows as { present: boolean }[])[0]?.present === true;
}

async function readHistory(client: Queryable): Promise<HistoryRow[]> {
  if (!(await hasHistory(client))) return [];
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished,
            started_at::text AS "startedAt", logs
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
  );
  return rows as HistoryRow[];
}

function refuseFailed(row: HistoryRow, { inTransaction }: MigrationFile): never {
  throw new MigrationError(
    `Migration ${row.name} was started at ${row.startedAt} and did not finish${row.logs ? `:\n${row.logs}\n` : '. '}` +
      (inTransaction
        ? 'Its statements ran in one transaction, so none of them took effect. '
        : 'Its statements ran one by one and can be repeated. ') +
      'Fix the cause, then mark it as rolled back and start again: ' +
      `npx prisma migrate resolve --rolled-back ${row.name}`,
  );
}

function refuseEdited(name: string): never {
  throw new MigrationError(
    `Migration ${name} was edited after it had been applied to this database. Restore its migration.sql and ` +
      'write a new migration for the difference: npm run migration -- <name>',
  );
}

/** The last of the migrations that were joined into the first two. */
const LAST_JOINED = '20261117205531_account_views';
const JOINED_INTO = ['20261117205000_schema', '20261117205001_functions'];

function refuseOlderHistory(): never {
  throw new MigrationError(
    `This database is older than the migration ${LAST_JOINED}, and this release cannot migrate it. Nothing was ` +
      'changed. Start the release of commit c023476e on it once, then this one. To start over instead, use an empty ' +
      'database; for `npm start`, delete the folder that .data/postgres.path names, if that file exists, and then .data.',
  );
}

/** The migration's process died. Statements without a transaction can be repeated, so the migration starts again. */
function wasInterrupted(row: HistoryRow, file: MigrationFile): boolean {
  return !file.inTransaction && !row.finished && row.logs === null;
}

/**
 * The migrations that this database lacks, found with two small queries. Unknown migrations are ignored: they belong to
 * a newer release, which may run alongside this one during a rollout.
 */
export async function findPending(client: Queryable, files: MigrationFile[]): Promise<MigrationFile[]> {
  const history = await readHistory(client);
  const byName = new Map(history.map((row) => [row.name, row]));
  const hasJoined = byName.get(LAST_JOINED)?.finished === true;
  const isOlder = history.length > 0 && files[0] !== undefined && !byName.has(files[0].name);
  if (isOlder && !hasJoined) refuseOlderHistory();
  return files.filter((file) => {
    if (hasJoined && JOINED_INTO.includes(file.name)) return false;
    const row = byName.get(file.name);
    if (!row) return true;
    if (wasInterrupted(row, file)) return true;
    if (!row.finished) refuseFailed(row, file);
    if (!matchesChecksum(file, row.checksum)) refuseEdited(file.name);
    return false;
  });
}

/** Creates the history table as Prisma does. */
export async function ensureHistory(client: Queryable): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS _prisma_migrations (
      id                  VARCHAR(36) PRIMARY KEY NOT NULL,
      checksum            VARCHAR(64) NOT NULL,
      finished_at         TIMESTAMPTZ,
      migration_name      VARCHAR(255) NOT NULL,
      logs                TEXT,
      rolled_back_at      TIMESTAMPTZ,
      started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
      applied_steps_count INTEGER NOT NULL DEFAULT 0
    )`);
}

/** Records that a migration starts; replaces the entry of an interrupted run. */
export async function recordStart(client: Queryable, { name, checksum }: MigrationFile): Promise<void> {
  await client.query(
    `DELETE FROM _prisma_migrations
      WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
     VALUES (gen_random_uuid(), $1, $2, clock_timestamp())`,
    [checksum, name],
  );
}

/** The joined migrations that a database has the effects of, but no record. */
export async function findUnrecorded(client: Queryable, files: MigrationFile[]): Promise<MigrationFile[]> {
  const recorded = new Set((await readHistory(client)).map(({ name }) => name));
  if (!recorded.has(LAST_JOINED)) return [];
  return files.filter(({ name }) => JOINED_INTO.includes(name) && !recorded.has(name));
}

/** Records that the started migration was applied. */
export async function recordFinish(client: Queryable, { name }: MigrationFile): Promise<void> {
  await client.query(
    `UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1
      WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [name],
  );
}

/** Records why a migration failed: later runs refuse to continue until a person has resolved it. */
export async function recordFailure(client: Queryable, file: MigrationFile, logs: string): Promise<void> {
  await recordStart(client, file);
  await client.query(
    `UPDATE _prisma_migrations SET logs = $2
      WHERE migration_name = $1 AND finished_at IS NULL AND rolled_back_at IS NULL`,
    [file.name, logs],
  );
}
