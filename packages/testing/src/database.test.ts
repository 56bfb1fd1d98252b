import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from './database.js';

const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
const pools = [first, second].map(({ url }) => new pg.Pool({ connectionString: url, max: 1 }));
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

describe('testDatabase', () => {
  it('gives each caller a separate migrated database', async () => {
    const names = await Promise.all(
      pools.map(async (pool) => {
        const { rows } = await pool.query(
          'SELECT current_database() AS name, count(*) > 0 AS migrated FROM _prisma_migrations',
        );
        return rows[0];
      }),
    );
    expect(names).toEqual([
      { name: first.name, migrated: true },
      { name: second.name, migrated: true },
    ]);
    expect(first.name).not.toBe(second.name);
  });

  it('isolates the databases from each other', async () => {
    await pools[0]?.query('CREATE TABLE mine (id int)');
    const { rows } = (await pools[1]?.query("SELECT to_regclass('mine') AS found")) ?? { rows: [] };
    expect(rows).toEqual([{ found: null }]);
  });
});
