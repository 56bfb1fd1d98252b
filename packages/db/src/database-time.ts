import { computed } from './columns.js';
import { defineQuery } from './define-query.js';
import { type Queryable, sql } from './sql.js';

const readClock = defineQuery({
  name: 'time of database',
  columns: { now: computed('timestamptz', sql`clock_timestamp()`) },
  examples: [null],
  build: (_: null, select) => sql`SELECT ${select}`,
});

/** The time on the database's clock, by which all processes measure leases. */
export async function databaseTime({ pool }: { readonly pool: Queryable }): Promise<Date> {
  const row = await readClock.first(pool, null);
  if (row === null) throw new Error('SELECT returned no row');
  return row.now;
}
