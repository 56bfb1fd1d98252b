import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface MigrationFile {
  name: string;
  sql: string;
  checksum: string;
}

/** The folder of this package's migrations, the same from `src` and from `dist`. */
export const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url));

/** The digest that Prisma stores for a migration: SHA-256 of the file, in hex. */
export function checksumOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

/** Migration folders in the order in which they apply. */
export function readMigrations(folder = migrationsFolder): MigrationFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: checksumOf(sql) };
    });
}

/** Compares checksums regardless of line endings, which a checkout may have converted. */
export function matchesChecksum(file: MigrationFile, checksum: string): boolean {
  if (file.checksum === checksum) return true;
  const unix = file.sql.replaceAll('\r\n', '\n');
  return checksumOf(unix) === checksum || checksumOf(unix.replaceAll('\n', '\r\n')) === checksum;
}
