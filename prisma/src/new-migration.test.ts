import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { blankDatabase, testDatabase } from '@slipway/testing';
import { migrationsFolder } from './migration-files.js';
import { newMigration } from './new-migration.js';

const { url } = await testDatabase();
const schema = readFileSync(join(migrationsFolder, '..', 'schema.prisma'), 'utf8');
const extended = schema.replace('model Account {', 'model Account {\n  nickname String?\n');
const now = new Date('2099-02-03T04:05:06Z');

let folder: string;
let schemaFile: string;
let shadows = 0;

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-new-migration-'));
  folder = join(root, 'migrations');
  schemaFile = join(root, 'schema.prisma');
  cpSync(migrationsFolder, folder, { recursive: true });
  writeFileSync(schemaFile, schema);
});

async function write(name: string, at = now) {
  shadows += 1;
  const shadowUrl = await blankDatabase(url, `shadow${shadows}`);
  return newMigration({ name, now: at, folder, schemaFile, shadowUrl });
}

describe('newMigration', () => {
  it('writes nothing when the migrations already match the schema', async () => {
    expect(await write('nothing')).toBeNull();
  });

  it('writes the difference once', async () => {
    writeFileSync(schemaFile, extended);
    const made = await write('Add a nickname!');
    expect(made?.file).toBe(join(folder, '20990203040506_add_a_nickname', 'migration.sql'));
    expect(readFileSync(made!.file, 'utf8')).toBe(
      '-- AlterTable\nALTER TABLE "accounts" ADD COLUMN     "nickname" TEXT;\n',
    );
    expect(await write('again', new Date('2099-03-01'))).toBeNull();
  });

  it('refuses a name without letters, and a time before the newest migration', async () => {
    writeFileSync(schemaFile, extended);
    await expect(write('!!')).rejects.toThrow('needs a name');
    await expect(write('early', new Date('2020-01-01'))).rejects.toThrow('would come after');
  });
});
