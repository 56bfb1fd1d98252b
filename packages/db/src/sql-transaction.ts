import type pg from 'pg';
import { isStaleConnection } from './outage.js';
import type { Queryable } from './sql.js';

/** Runs `work` in a transaction on one connection of the pool; once the signal is aborted, no statement starts. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Queryable) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that breaks between statements emits an error; without a listener it would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    // Leaves together with the first statement.
    const begun = client.query('BEGIN');
    begun.catch(() => undefined);
    const result = await work(signal === undefined ? client : untilAborted(client, signal));
    await begun;
    signal?.throwIfAborted();
    const { command } = await client.query('COMMIT');
    // PostgreSQL answers with ROLLBACK if a statement had failed.
    if (command !== 'COMMIT') throw new Error('a statement failed, but its transaction went on');
    return result;
  } catch (error) {
    // The connection's error says more than the error of the statement that found the connection broken.
    const reason = broken ?? error;
    if (isStaleConnection(error)) broken = error as Error;
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw reason;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

function untilAborted(client: Queryable, signal: AbortSignal): Queryable {
  return {
    async query(config) {
      signal.throwIfAborted();
      return client.query(config);
    },
  };
}
