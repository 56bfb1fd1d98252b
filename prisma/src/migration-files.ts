import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
  /** False for statements that PostgreSQL refuses inside a transaction, such as `CREATE INDEX CONCURRENTLY`. */
  inTransaction: boolean;
}

/** The first line of a migration whose statements run one by one, each in its own transaction. */
const noTransaction = '-- slipway:no-transaction';

/** The folder with this package's migrations, the same from `src` and from `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** The digest that Prisma stores for a migration: SHA-256 of the file, in hex. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** The migration folders, in the order in which they apply. */
export function readMigrations(folder = migrationsFolder): MigrationFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: checksumOf(sql), inTransaction: !sql.startsWith(noTransaction) };
    });
}

/** Compares checksums regardless of line endings, which a checkout may have converted. */
export function matchesChecksum(file: MigrationFile, checksum: string): boolean {
  if (file.checksum === checksum) return true;
  const unix = file.sql.replaceAll('\r\n', '\n');
  return checksumOf(unix) === checksum || checksumOf(unix.replaceAll('\n', '\r\n')) === checksum;
}

/**
 * The statements of a migration that runs without a transaction. Each ends with a semicolon at the end of a line, so
 * such a file cannot contain function bodies.
 */
export function statementsOf({ sql }: MigrationFile): string[] {
  return sql
    .split(/;[ \t]*\r?$/m)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '');
}
