import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { isWanted } from './recipients.js';
import { writeNotification } from './write-notification.js';

interface Balance {
  readonly accountId: number;
  readonly credits: number;
}

/** The account's credits concern all its projects. Days are those of the daily limits. */
const writeLowCredits = defineQuery({
  name: 'write low credits',
  columns: {},
  examples: [{ accountId: 1, credits: 1 }],
  build: ({ accountId, credits }: Balance) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, detail, release_at)
    SELECT gen_random_uuid(), p.account_id, p.id, 'credits.low',
      'credits:' || n.threshold || ':' || (now() AT TIME ZONE 'America/New_York')::date,
      'credits:' || (now() AT TIME ZONE 'America/New_York')::date,
      jsonb_build_object('threshold', n.threshold, 'credits', ${credits}::int), now()
    FROM projects p CROSS JOIN LATERAL (SELECT DISTINCT threshold FROM notification_rules
      WHERE project_id = p.id AND event = 'credits.low' AND enabled AND threshold > ${credits}::int) n
    WHERE p.account_id = ${accountId} AND p.archived_at IS NULL
    ORDER BY p.id, n.threshold ON CONFLICT (project_id, event_key) DO NOTHING`,
});

/** Writes, at most once a day, that an account has few credits left, in the transaction that took some. */
export async function notifyOfLowCredits({ pool }: DatabaseHandle, balance: Balance): Promise<void> {
  await writeLowCredits.execute(pool, balance);
}

/** The part of the daily budget after which people are told. */
const NEARLY_SPENT = 0.8;

interface SpentToday {
  readonly accountId: number;
  readonly projectId: number;
  readonly spent: number;
  readonly budget: number;
  /** Such as `2026-11-15`. */
  readonly day: string;
}

/** Writes, once a day, that automatic investigations have spent most of their budget, in the transaction that charges. */
export async function notifyOfLowBudget(
  tx: DatabaseHandle,
  { accountId, projectId, spent, budget, day }: SpentToday,
): Promise<void> {
  if (spent < budget * NEARLY_SPENT || !(await isWanted(tx, projectId, 'automatic_credits.low'))) return;
  await writeNotification(tx, {
    ...{ accountId, projectId, event: 'automatic_credits.low' },
    ...{ eventKey: `automatic-credits:${day}`, threadKey: `automatic-credits:${day}` },
    detail: { spent, budget },
  });
}
