import { computed } from '../../columns.js';
import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';

/** SQL, because a model cannot use the partial index of charged automatic investigations. */
const spent = defineQuery({
  name: 'sum automatic charges',
  columns: { credits: computed('int8', sql`COALESCE(sum(i.credits_charged), 0)::bigint`) },
  examples: [{ projectId: 1, day: '2026-11-15' }],
  build: ({ projectId, day }: { projectId: number; day: string }, select) => sql`SELECT ${select}
    FROM investigations i
    WHERE i.project_id = ${projectId} AND i.charged_on = ${day}::date AND i.automatic AND i.credits_charged > 0
      AND i.status <> 'failed'`,
});

/** The credits that a project's automatic investigations have spent on a day, such as `2026-11-15`. */
export async function findAutomaticCreditsSpent(
  { pool }: DatabaseHandle,
  projectId: number,
  day: string,
): Promise<number> {
  return (await spent.first(pool, { projectId, day }))?.credits ?? 0;
}

export const reads = { findAutomaticCreditsSpent };
