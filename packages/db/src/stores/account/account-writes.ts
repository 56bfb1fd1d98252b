import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** The position is taken after the write has committed: a replica that has replayed it has the write. */
const updatePosition = defineQuery({
  name: 'note write of account',
  columns: {},
  examples: [1],
  build: (accountId: number) =>
    sql`UPDATE accounts SET written_lsn = (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint
        WHERE id = ${accountId}`,
});

/** Notes that rows of an account were just written, for those who read from a replica. */
export async function noteAccountWrite({ pool }: DatabaseHandle, accountId: number): Promise<void> {
  await updatePosition.execute(pool, accountId);
}
