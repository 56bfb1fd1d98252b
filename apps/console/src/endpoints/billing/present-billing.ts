import type { Billing } from '@slipway/contracts';
import { accountDay } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';

/** Reads and presents an account's plan and its remaining credits. */
export async function readBilling(services: ConsoleServices, accountId: number): Promise<Billing> {
  const { reads, clock, investigations } = services;
  const now = clock.now();
  const { date, secondsLeft } = accountDay(now);
  const billing = found(await reads.findBilling(accountId, date));
  const { plan, credits, hasPaymentMethod, trialEndsAt, readOnlyReason } = billing;
  return {
    plan,
    credits,
    has_payment_method: hasPaymentMethod,
    trial_ends_at: trialEndsAt === null ? null : presentTime(trialEndsAt),
    read_only_reason: readOnlyReason,
    investigation_cost: investigations.creditCost,
    investigations_today: billing.investigationsToday,
    investigations_daily_limit: investigations.dailyLimit,
    day_ends_at: presentTime(new Date(now + secondsLeft * 1_000)),
    projects: billing.projects,
    members: billing.members,
  };
}

/** A lapsed account may pay again, but the demo cannot be changed. */
export function refuseDemo({ readOnlyReason }: { readonly readOnlyReason: string | null }): void {
  if (readOnlyReason === 'demo') throw new ApiError('demo_read_only', { extra: { reason: 'demo' } });
}
