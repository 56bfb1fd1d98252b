import { execute, type Queryable, sql } from '../sql.js';

/**
 * Makes accounts whose trial has ended without a payment method read-only, and gives those that found one their
 * write access back.
 */
export async function sweepTrials(on: Queryable): Promise<{ lapsed: number; reactivated: number }> {
  const lapsed = await execute(
    on,
    sql`UPDATE accounts SET read_only_reason = 'trial_expired', updated_at = clock_timestamp()
        WHERE trial_ends_at <= clock_timestamp() AND NOT has_payment_method AND read_only_reason IS NULL`,
  );
  const reactivated = await execute(
    on,
    sql`UPDATE accounts SET read_only_reason = NULL, updated_at = clock_timestamp()
        WHERE read_only_reason = 'trial_expired' AND has_payment_method`,
  );
  return { lapsed, reactivated };
}
