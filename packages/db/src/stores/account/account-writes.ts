import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** Takes the position after the write has committed: a replica that has replayed up to it has the write. */
const updatePosition = defineQuery({
  name: 'note write of account',
  columns: {},
  examples: [1],
  build: (accountId: number) =>
    sql`UPDATE accounts SET written_lsn = (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint
        WHERE id = ${accountId}`,
});

/** Records that an account's rows were just written, for readers of a replica. */
export async function noteAccountWrite({ pool }: DatabaseHandle, accountId: number): Promise<void> {
  await updatePosition.execute(pool, accountId);
}
