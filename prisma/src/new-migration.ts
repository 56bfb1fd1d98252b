import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from './migrate.js';
import { migrationsFolder } from './migration-files.js';
import { diffSchema } from './schema-engine.js';

export interface NewMigrationOptions {
  /** What the migration does, in a few words. */
  name: string;
  now: Date;
  /** An empty database. The existing migrations are applied to it and compared with the schema. */
  shadowUrl: string;
  /** The target schema; this package's own by default. */
  schemaFile?: string;
  /** Where the migration folders are; this package's own by default. */
  folder?: string;
}

function folderName(name: string, now: Date): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '')
    throw new Error('A migration needs a name made of letters and digits, such as "add build tags"');
  return `${now.toISOString().slice(0, 19).replace(/\D/g, '')}_${words}`;
}

/** Migrations apply in the order of their names, so a new one must come last. */
function requireLastName(folder: string, name: string): void {
  const later = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name >= name,
  );
  if (later) throw new Error(`${later.name} would come after ${name}: is the clock right?`);
}

async function diffWithMigrations(shadowUrl: string, folder: string, schema: string): Promise<string | null> {
  await migrate(shadowUrl, { folder });
  const pool = new pg.Pool({ connectionString: shadowUrl, max: 1 });
  try {
    return await diffSchema(pool, 'database', schema);
  } finally {
    await pool.end();
  }
}

/** Writes the migration that leads from the existing ones to the schema; null if the schema has not changed. */
export async function newMigration(options: NewMigrationOptions): Promise<{ file: string; sql: string } | null> {
  const folder = options.folder ?? migrationsFolder;
  const schemaFile = options.schemaFile ?? fileURLToPath(new URL('../schema.prisma', import.meta.url));
  const sql = await diffWithMigrations(options.shadowUrl, folder, readFileSync(schemaFile, 'utf8'));
  if (sql === null) return null;
  const name = folderName(options.name, options.now);
  requireLastName(folder, name);
  mkdirSync(join(folder, name));
  const file = join(folder, name, 'migration.sql');
  writeFileSync(file, sql);
  return { file, sql };
}
