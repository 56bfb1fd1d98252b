import type { AccountSettings } from '@slipway/contracts';
import { tokenEnd } from '@slipway/domain';
import { found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';

/** Every time zone that an account can use. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Reads and presents the settings of an account. */
export async function readAccount({ reads, clock }: ConsoleServices, accountId: number): Promise<AccountSettings> {
  const account = found(await reads.findAccountSettings(accountId));
  const { id, prefixedId, name, timezone, requiresSecondFactor, maxTokenDays } = account;
  const { createdAt, projects, members, onlyHere } = account;
  const overLimit =
    maxTokenDays === null ? 0 : await reads.countTokensBeyond(id, tokenEnd(clock.now(), maxTokenDays));
  return {
    id,
    prefixed_id: prefixedId,
    name,
    time_zone: timezone,
    time_zones: [...TIME_ZONES],
    requires_second_factor: requiresSecondFactor,
    max_token_days: maxTokenDays,
    tokens_over_limit: overLimit,
    created_at: presentTime(createdAt),
    projects,
    members,
    only_here: onlyHere,
  };
}
