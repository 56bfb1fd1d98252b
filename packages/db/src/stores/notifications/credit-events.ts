import type { DatabaseHandle } from '../../database.js';
import { defineQuery } from '../../define-query.js';
import { sql } from '../../sql.js';
import { isWanted } from './recipients.js';
import { writeNotification } from './write-notification.js';

interface Balance {
  readonly accountId: number;
  readonly credits: number;
}

/**
 * The account's credits concern all its projects, and each tells its channels. A person who follows several projects is
 * told in the first of them only. Days are those of the daily limits.
 */
const writeLowCredits = defineQuery({
  name: 'write low credits',
  columns: {},
  examples: [{ accountId: 1, credits: 1 }],
  build: ({ accountId, credits }: Balance) => sql`
    INSERT INTO notifications (id, account_id, project_id, event, event_key, thread_key, detail, release_at)
    SELECT gen_random_uuid(), p.account_id, p.id, 'credits.low',
      'credits:' || n.threshold || ':' || (now() AT TIME ZONE 'America/New_York')::date,
      'credits:' || (now() AT TIME ZONE 'America/New_York')::date,
      jsonb_build_object('threshold', n.threshold, 'credits', ${credits}::int, 'userIds', n.user_ids), now()
    FROM projects p JOIN (
      SELECT r.project_id, r.threshold, COALESCE(jsonb_agg(r.user_id) FILTER (WHERE r.place = 1), '[]') AS user_ids
      FROM (SELECT r.project_id, r.threshold, r.user_id,
          CASE WHEN r.user_id IS NOT NULL
            THEN row_number() OVER (PARTITION BY r.user_id, r.threshold ORDER BY r.project_id) END AS place
        FROM notification_rules r JOIN projects o ON o.id = r.project_id
        WHERE o.account_id = ${accountId} AND o.archived_at IS NULL AND r.event = 'credits.low' AND r.enabled
          AND r.threshold > ${credits}::int) r
      GROUP BY r.project_id, r.threshold) n ON n.project_id = p.id
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

/**
 * Writes, once a day, that automatic investigations have spent most of their budget, in the transaction that charges.
 */
export async function notifyOfLowBudget(
  tx: DatabaseHandle,
  { accountId, projectId, spent, budget, day }: SpentToday,
): Promise<void> {
  if (spent < budget * NEARLY_SPENT || !(await isWanted(tx, projectId, 'automatic_credits.low'))) return;
  await writeNotification(tx, {
    accountId,
    projectId,
    event: 'automatic_credits.low',
    eventKey: `automatic-credits:${day}`,
    threadKey: `automatic-credits:${day}`,
    detail: { spent, budget },
  });
}
