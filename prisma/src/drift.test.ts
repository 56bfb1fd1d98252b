import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blankDatabase, testDatabase } from '@slipway/testing';
import pg from 'pg';
import { type Catalog, findDrift, readCatalog } from './catalog.js';
import { migrationsFolder } from './migration-files.js';
import { diffSchema } from './schema-engine.js';
import { unmodelled } from './unmodelled.js';

const schema = readFileSync(join(migrationsFolder, '..', 'schema.prisma'), 'utf8');

let migrated: pg.Client;
let modelled: pg.Pool;
let fromSchema: Catalog;

beforeAll(async () => {
  const { url } = await testDatabase();
  migrated = new pg.Client({ connectionString: url });
  await migrated.connect();
  modelled = new pg.Pool({ connectionString: await blankDatabase(url, 'schema'), max: 1 });
  await modelled.query((await diffSchema(modelled, 'empty', schema)) ?? '');
  fromSchema = await readCatalog(modelled);
});

afterAll(async () => {
  await Promise.all([migrated.end(), modelled.end()]);
});

/** The drift after a statement, which is then rolled back. */
async function driftAfter(statement: string): Promise<string[]> {
  await migrated.query('BEGIN');
  try {
    await migrated.query(statement);
    return findDrift(await readCatalog(migrated), fromSchema);
  } finally {
    await migrated.query('ROLLBACK');
  }
}

describe('the migrations and the schema', () => {
  it('describe the same database', async () => {
    expect(fromSchema.size).toBeGreaterThan(300);
    expect(findDrift(await readCatalog(migrated), fromSchema)).toEqual([]);
  });

  it('still differ wherever the list of intended differences says so', async () => {
    const catalog = await readCatalog(migrated);
    expect(unmodelled.filter((key) => !catalog.has(key))).toEqual([]);
  });
});

describe('the drift check', () => {
  const planted: [string, string, RegExp][] = [
    ['an extra column', 'ALTER TABLE tasks ADD COLUMN sneaky text', /^extra: column tasks\.sneaky text$/],
    ['a missing column', 'ALTER TABLE tasks DROP COLUMN description', /^missing: column tasks\.description/],
    ['a missing index', 'DROP INDEX changes_project_id_live_idx', /^missing: index changes\./],
    ['another type', 'ALTER TABLE changes ALTER url TYPE varchar(9)', /^differs: column changes\.url/],
    ['another default', `ALTER TABLE tasks ALTER title SET DEFAULT 'x'`, /^differs: column tasks\.title/],
    ['another nullability', 'ALTER TABLE tasks ALTER title DROP NOT NULL', /^differs: column tasks\.title/],
    ['an extra enum value', `ALTER TYPE plan ADD VALUE 'gold'`, /^differs: enum plan/],
    ['an extra table', 'CREATE TABLE stray (id int)', /^extra: table stray$/],
    ['a missing foreign key', 'ALTER TABLE tasks DROP CONSTRAINT tasks_project_id_fkey', /^missing: constraint/],
    ['an extra check', 'ALTER TABLE tasks ADD CHECK (id > 0)', /^extra: check tasks\./],
    [
      'another predicate',
      'DROP INDEX ref_moves_forced_idx; CREATE INDEX ref_moves_forced_idx ON ref_moves (integration_id)',
      /^differs: index ref_moves\.ref_moves_forced_idx/,
    ],
  ];
  it.each(planted)('finds %s', async (_, statement, expected) => {
    expect((await driftAfter(statement)).some((line) => expected.test(line))).toBe(true);
  });
});
