/** The floor of draining: the same rows, written in batches by one loop over plain pg into tables with the same indexes. */

const BATCH = 500;
const SAMPLE = 20_000;

async function columnsOf(pool, table) {
  const { rows } = await pool.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

/** A copy of the table without its rows, and the statement that fills it from arrays of text. */
async function copyOf(pool, table, where) {
  const copy = `floor_${table}`;
  await pool.query(`DROP TABLE IF EXISTS ${copy}`);
  await pool.query(
    `CREATE TABLE ${copy} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES INCLUDING STORAGE INCLUDING COMPRESSION)`,
  );
  const columns = await columnsOf(pool, table);
  const texts = columns.map(({ name }) => `"${name}"::text AS "${name}"`).join(', ');
  const { rows } = await pool.query(`SELECT ${texts} FROM ${table} WHERE ${where} LIMIT ${SAMPLE}`);
  const arrays = columns.map((_column, place) => `$${place + 1}::text[]`).join(', ');
  const casts = columns.map(({ name, type }) => `"${name}"::${type}`).join(', ');
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const text = `INSERT INTO ${copy} (${names}) SELECT ${casts} FROM unnest(${arrays}) AS t (${names})`;
  return { copy, text, columns, rows };
}

/** Events per second that the loop writes: for each a build, its log, its delivery and the delivery's key. */
export async function measureFloor({ pool }, afterBuildId) {
  const tables = [
    await copyOf(pool, 'build_runs', `id > ${afterBuildId}`),
    await copyOf(pool, 'build_logs', `build_run_id > ${afterBuildId}`),
    await copyOf(pool, 'deliveries', `touched <> '[]' AND event = 'build_report'`),
    await copyOf(pool, 'delivery_keys', 'true'),
  ];
  const count = Math.min(...tables.map(({ rows }) => rows.length));
  const client = await pool.connect();
  const startedAt = performance.now();
  for (let from = 0; from < count; from += BATCH) {
    await client.query('BEGIN');
    for (const { copy, text, columns, rows } of tables) {
      const batch = rows.slice(from, from + BATCH);
      const values = columns.map(({ name }) => batch.map((row) => row[name]));
      await client.query({ name: copy, text, values });
    }
    await client.query('COMMIT');
  }
  const seconds = (performance.now() - startedAt) / 1000;
  client.release();
  for (const { copy } of tables) await pool.query(`DROP TABLE ${copy}`);
  return count / seconds;
}
