import type { BodyValues, ChannelKind, changeNotificationAddress } from '@slipway/contracts';
import type { ChannelConfig } from '@slipway/destinations';
import { channelForms } from '@slipway/destinations/forms';
import { ApiError } from '@slipway/http';
import { type AddressRules, isRefused, refusalOf } from '@slipway/runtime';

type Address = BodyValues<(typeof changeNotificationAddress)['body']>;

/** The configuration of a channel with the fields that its kind needs. Its other settings stay, such as secrets. */
export function requestedConfig(before: { readonly kind: ChannelKind }, address: Address): ChannelConfig {
  const settings: Record<string, unknown> = { ...before };
  for (const { name, missing, isKept } of channelForms[before.kind].fields) {
    const value = address[name];
    if (value !== undefined) settings[name === 'user_ids' ? 'userIds' : name] = value;
    else if (!isKept || !(name in before)) throw flawed(name, missing);
  }
  return settings as unknown as ChannelConfig;
}

/** Refuses a web address that Slipway would never connect to. */
export async function requireAllowed(config: ChannelConfig, rules: AddressRules): Promise<void> {
  if ('url' in config && (await isRefused(new URL(config.url), rules)))
    throw flawed('url', refusalOf('NOTIFICATION_ALLOWED_NETWORKS'));
}

const flawed = (path: string, message: string) =>
  new ApiError('invalid_parameter', { message, extra: { details: [{ path, message }] } });
