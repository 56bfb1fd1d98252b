import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { migrationsFolder } from './migration-files.js';
import { newMigration } from './new-migration.js';

const schema = readFileSync(join(migrationsFolder, '..', 'schema.prisma'), 'utf8');
const now = new Date('2099-02-03T04:05:06Z');

let folder: string;
let schemaFile: string;

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-new-migration-'));
  folder = join(root, 'migrations');
  schemaFile = join(root, 'schema.prisma');
  cpSync(migrationsFolder, folder, { recursive: true });
  writeFileSync(schemaFile, schema);
});

const extended = schema.replace('model Account {', 'model Account {\n  nickname String?\n');

describe('newMigration', () => {
  it('writes nothing when the schema has not changed', async () => {
    expect(await newMigration({ name: 'nothing', now, folder, schemaFile })).toBeNull();
  });

  it('writes the difference, and takes the new schema as the next base', async () => {
    writeFileSync(schemaFile, extended);
    const made = await newMigration({ name: 'Add a nickname!', now, folder, schemaFile });
    expect(made?.file).toBe(join(folder, '20990203040506_add_a_nickname', 'migration.sql'));
    expect(readFileSync(made!.file, 'utf8')).toContain('ALTER TABLE "accounts" ADD COLUMN     "nickname" TEXT;');
    expect(await newMigration({ name: 'again', now: new Date('2099-03-01'), folder, schemaFile })).toBeNull();
  });

  it('refuses a name without letters, and a time before the newest migration', async () => {
    writeFileSync(schemaFile, extended);
    await expect(newMigration({ name: '!!', now, folder, schemaFile })).rejects.toThrow('needs a name');
    const early = new Date('2020-01-01');
    await expect(newMigration({ name: 'early', now: early, folder, schemaFile })).rejects.toThrow(
      'would come after',
    );
  });
});
