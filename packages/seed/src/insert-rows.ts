import type { Database } from '@slipway/db';

/** A transaction that runs the seed's own SQL, which inserts rows into any table. */
export type Transaction = Pick<Database['prisma'], '$executeRawUnsafe' | '$queryRaw' | '$queryRawUnsafe'>;

/** Rows by table, in an order that satisfies the foreign keys; the keys of a row are its columns in camel case. */
export type TableRows = [table: string, rows: readonly object[]][];

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function asColumns(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      snakeCase(key),
      value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
    ]),
  );
}

/** Inserts thousands of rows in one statement: the server reads them from JSON, with the table's own column types. */
async function insertRows(tx: Transaction, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(asColumns(first))
    .map((column) => `"${column}"`)
    .join(', ');
  await tx.$executeRawUnsafe(
    `INSERT INTO "${table}" (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1::json)`,
    JSON.stringify(rows.map(asColumns)),
  );
}

export async function insertTables(tx: Transaction, tables: TableRows): Promise<void> {
  for (const [table, rows] of tables) await insertRows(tx, table, rows);
}

/** Advances every sequence past the ids that were assigned explicitly. */
export async function advanceSequences(tx: Transaction): Promise<void> {
  const sequences = await tx.$queryRaw<{ table: string; column: string; sequence: string }[]>`
    SELECT quote_ident(t.relname) AS table, quote_ident(a.attname) AS column, s.oid::regclass::text AS sequence
      FROM pg_class s
      JOIN pg_depend d ON d.objid = s.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'a'
      JOIN pg_class t ON t.oid = d.refobjid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = d.refobjsubid
     WHERE s.relkind = 'S' AND t.relnamespace = current_schema()::regnamespace`;
  for (const { table, column, sequence } of sequences)
    await tx.$queryRawUnsafe(
      `SELECT setval('${sequence}', max(${column}))::text FROM ${table} HAVING max(${column}) IS NOT NULL`,
    );
}
