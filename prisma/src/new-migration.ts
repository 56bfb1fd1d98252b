import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrationsFolder } from './migration-files.js';

export interface NewMigrationOptions {
  /** What the migration does, in a few words. */
  name: string;
  now: Date;
  /** The schema to lead to; this package's own by default. */
  schemaFile?: string;
  /** Where the migration folders are. */
  folder?: string;
}

const lastSchemaNote =
  '// The schema as of the newest migration: `npm run migration` compares with it and writes it anew. Not edited by hand.';

/** The base of the next migration lies beside the migrations, so that a clone without history has it too. */
const lastSchemaFile = (folder: string) => join(folder, 'last-schema.prisma');

function folderName(name: string, now: Date): string {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (words === '') throw new Error('A migration needs a name of letters and digits, such as "add build tags"');
  return `${now.toISOString().slice(0, 19).replace(/\D/g, '')}_${words}`;
}

/** Migrations apply in the order of their names; a new one has to come last. */
function refuseBeforeOthers(folder: string, name: string): void {
  const later = readdirSync(folder, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && entry.name >= name,
  );
  if (later) throw new Error(`${later.name} would come after ${name}: is the clock right?`);
}

/**
 * Writes the migration that leads from the last one to the schema as it is now. Null when nothing has changed.
 * Needs no database.
 */
export async function newMigration(options: NewMigrationOptions): Promise<{ file: string; sql: string } | null> {
  const folder = options.folder ?? migrationsFolder;
  const schemaFile = options.schemaFile ?? fileURLToPath(new URL('../schema.prisma', import.meta.url));
  const schema = readFileSync(schemaFile, 'utf8');
  const base = lastSchemaFile(folder);
  const { diffSchemas } = await import('./schema-engine.js');
  const sql = await diffSchemas(existsSync(base) ? readFileSync(base, 'utf8') : null, schema);
  if (sql === null) return null;
  const name = folderName(options.name, options.now);
  refuseBeforeOthers(folder, name);
  mkdirSync(join(folder, name));
  const file = join(folder, name, 'migration.sql');
  writeFileSync(file, sql);
  writeFileSync(base, `${lastSchemaNote}\n\n${schema}`);
  return { file, sql };
}
