import { type MigrationFile, matchesChecksum } from './migration-files.js';

/** What is needed of a `pg` client or pool to read the history. */
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

/** A migration that cannot go on by itself; the message says what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

// Asked first, because a failing query would cost a pool its connection and, with it, the lock held there.
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
      'Its statements ran in one transaction, so nothing of it was kept. Correct the cause, then mark it as ' +
      `rolled back and start again: npx prisma migrate resolve --rolled-back ${row.name}`,
  );
}

function refuseEdited(name: string): never {
  throw new MigrationError(
    `Migration ${name} was edited after it had been applied to this database. Put its migration.sql back as it ` +
      'was and write a new migration for the difference: npm run migration -- <name>',
  );
}

/**
 * The migrations this database still lacks, found with two small queries. Rows of migrations unknown here are left
 * alone: they belong to a newer release, beside which this one may be running during a roll-out.
 */
export async function findPending(client: Queryable, files: MigrationFile[]): Promise<MigrationFile[]> {
  const history = await readHistory(client);
  const byName = new Map(history.map((row) => [row.name, row]));
  return files.filter((file) => {
    const row = byName.get(file.name);
    if (!row) return true;
    if (!row.finished) refuseFailed(row);
    if (!matchesChecksum(file, row.checksum)) refuseEdited(file.name);
    return false;
  });
}
