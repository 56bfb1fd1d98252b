import type { DatabaseHandle } from './database.js';

/** The time by the database's clock, which leases of all processes are measured with. */
export async function databaseTime({ prisma }: DatabaseHandle): Promise<Date> {
  const [row] = await prisma.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (row === undefined) throw new Error('SELECT returned no row');
  return row.now;
}
