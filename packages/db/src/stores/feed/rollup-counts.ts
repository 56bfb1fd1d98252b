import { defineQuery } from '../../define-query.js';
import { type Queryable, sql } from '../../sql.js';

const expiredCounts = defineQuery({
  name: 'delete expired rollup counts',
  columns: {},
  examples: [undefined],
  build: () => sql`DELETE FROM rollup_counts WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM rollup_counts WHERE width > 0 AND starts_at < now() - interval '36 hours' FOR UPDATE SKIP LOCKED))`,
});

/** Connections lock their slots until they commit; a slot that is locked is added up by a later run. */
const slots = defineQuery({
  name: 'add up rollup counts',
  columns: {},
  examples: [undefined],
  build: () => sql`WITH taken AS (
      DELETE FROM rollup_counts WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM rollup_counts WHERE slot <> 0 FOR UPDATE SKIP LOCKED))
      RETURNING *)
    INSERT INTO rollup_counts AS c (account_id, width, starts_at, slot, changes, builds_passed, builds_failed, open_tasks)
    SELECT account_id, width, starts_at, 0, sum(changes), sum(builds_passed), sum(builds_failed), sum(open_tasks)
    FROM taken GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, width, starts_at, slot) DO UPDATE SET changes = c.changes + excluded.changes,
      builds_passed = c.builds_passed + excluded.builds_passed,
      builds_failed = c.builds_failed + excluded.builds_failed, open_tasks = c.open_tasks + excluded.open_tasks`,
});

/**
 * Deletes the counts of times that the rollup no longer covers, and adds up what different connections counted. Returns
 * how many were deleted.
 */
export async function compactRollupCounts(on: Queryable): Promise<number> {
  const deleted = await expiredCounts.execute(on, undefined);
  await slots.execute(on, undefined);
  return deleted;
}
