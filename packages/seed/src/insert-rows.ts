import type { DatabaseHandle } from '@slipway/db';

/** The transaction in which the demo is seeded. */
export type Transaction = Pick<DatabaseHandle, 'pool'>;

/** Rows by table, in an order that satisfies the foreign keys; the keys of a row are its columns in camel case. */
export type TableRows = [table: string, rows: readonly object[]][];

/** Runs the seed's own SQL. */
export async function run<Row>({ pool }: Transaction, text: string, ...values: unknown[]): Promise<Row[]> {
  return (await pool.query({ text, values })).rows as Row[];
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function asColumns(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      snakeCase(key),
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  );
}

/**
 * Inserts many rows in one statement: the server reads them from JSON, with the table's own column types. The sequence
 * of ids that are numbers goes on after the largest.
 */
async function insertRows(tx: Transaction, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(asColumns(first))
    .map((column) => `"${column}"`)
    .join(', ');
  const text = `INSERT INTO "${table}" (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1::json)`;
  await run(tx, text, JSON.stringify(rows.map(asColumns)));
  if ('id' in first && typeof first.id === 'number')
    await run(tx, `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id))::text FROM "${table}"`);
}

export async function insertTables(tx: Transaction, tables: TableRows): Promise<void> {
  for (const [table, rows] of tables) await insertRows(tx, table, rows);
}
