import type { AccountSettings } from '@slipway/contracts';
import { found } from '@slipway/http';
import { presentTime } from '@slipway/rest';
import type { ConsoleServices } from '../../services.js';

/** Every time zone that an account can use. */
export const TIME_ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Reads and presents the settings of an account. */
export async function readAccount({ reads }: ConsoleServices, accountId: number): Promise<AccountSettings> {
  const account = found(await reads.findAccountSettings(accountId));
  const { id, prefixedId, name, timezone, requiresSecondFactor, createdAt, projects, members, onlyHere } = account;
  return {
    id,
    prefixed_id: prefixedId,
    name,
    time_zone: timezone,
    time_zones: [...TIME_ZONES],
    requires_second_factor: requiresSecondFactor,
    created_at: presentTime(createdAt),
    projects,
    members,
    only_here: onlyHere,
  };
}
