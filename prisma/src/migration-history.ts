import { type MigrationFile, matchesChecksum } from './migration-files.js';

/** The part of a `pg` client or pool that reading the history needs. */
export interface Queryable {
  query(text: string): Promise<{ rows: unknown[] }>;
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

// Checked first, because a failing query would cost the pool its connection and, with it, the lock that it holds.
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

function refuseFailed(row: HistoryRow): never {
  throw new MigrationError(
    `Migration ${row.name} was started at ${row.startedAt} and did not finish${row.logs ? `:\n${row.logs}\n` : '. '}` +
      'Its statements ran in one transaction, so none of them took effect. Correct the cause, then mark it as ' +
      `rolled back and start again: npx prisma migrate resolve --rolled-back ${row.name}`,
  );
}

function refuseEdited(name: string): never {
  throw new MigrationError(
    `Migration ${name} was edited after it had been applied to this database. Restore its migration.sql and ` +
      'write a new migration for the difference: npm run migration -- <name>',
  );
}

/** The migrations before the first release were squashed into one; a database made by them cannot be migrated. */
function refuseOlderHistory(): never {
  throw new MigrationError(
    'This database was made by an older version and cannot be migrated. To start over, delete the folder that ' +
      '.data/postgres.path names, if that file exists, and then .data; with your own server, use an empty database.',
  );
}

/**
 * The migrations that this database lacks, found with two small queries. Unknown migrations are ignored: they belong to
 * a newer release, which may run beside this one during a roll-out.
 */
export async function findPending(client: Queryable, files: MigrationFile[]): Promise<MigrationFile[]> {
  const history = await readHistory(client);
  const byName = new Map(history.map((row) => [row.name, row]));
  if (history.length > 0 && files[0] !== undefined && !byName.has(files[0].name)) refuseOlderHistory();
  return files.filter((file) => {
    const row = byName.get(file.name);
    if (!row) return true;
    if (!row.finished) refuseFailed(row);
    if (!matchesChecksum(file, row.checksum)) refuseEdited(file.name);
    return false;
  });
}
