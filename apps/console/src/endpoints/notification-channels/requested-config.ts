import type { addNotificationChannel, BodyValues, changeNotificationAddress } from '@slipway/contracts';
import { type ChannelConfig, rotateSecrets } from '@slipway/domain';
import { ApiError } from '@slipway/http';
import { type AddressRules, isRefused, refusalOf } from '@slipway/runtime';

type Destination = BodyValues<(typeof changeNotificationAddress)['body']>;

/** The configuration of a new channel, from the fields that its kind needs. */
export function newConfig(
  { kind, ...destination }: BodyValues<(typeof addNotificationChannel)['body']>,
  now: number,
): ChannelConfig {
  switch (kind) {
    case 'email':
      return { kind, userIds: required(destination, 'user_ids') };
    case 'slack_bot':
      return { kind, token: required(destination, 'token'), channel: required(destination, 'channel') };
    case 'webhook':
      return { kind, url: required(destination, 'url'), secrets: rotateSecrets([], now) };
    default:
      return { kind, url: required(destination, 'url') };
  }
}

/** The configuration after a change of address. A bot keeps its token if none is sent, and a webhook its secrets. */
export function changedConfig(config: ChannelConfig, destination: Destination): ChannelConfig {
  switch (config.kind) {
    case 'email':
      return { ...config, userIds: required(destination, 'user_ids') };
    case 'slack_bot':
      return {
        ...{ ...config, token: destination.token ?? config.token },
        channel: required(destination, 'channel'),
      };
    default:
      return { ...config, url: required(destination, 'url') };
  }
}

const MISSING = {
  url: 'Enter the URL.',
  token: 'Enter the bot token.',
  channel: 'Enter the Slack channel.',
  user_ids: 'Choose at least one recipient.',
} as const;

function required<Name extends keyof typeof MISSING>(
  destination: Destination,
  name: Name,
): NonNullable<Destination[Name]> {
  const value = destination[name];
  if (value === undefined) throw flawed(name, MISSING[name]);
  return value as NonNullable<Destination[Name]>;
}

/** Refuses a web address that Slipway would never connect to. */
export async function requireAllowed(config: ChannelConfig, rules: AddressRules): Promise<void> {
  if ('url' in config && (await isRefused(new URL(config.url), rules)))
    throw flawed('url', refusalOf('NOTIFICATION_ALLOWED_NETWORKS'));
}

const flawed = (path: string, message: string) =>
  new ApiError('invalid_parameter', { message, extra: { details: [{ path, message }] } });
