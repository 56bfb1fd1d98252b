import type { BodyValues, ChannelKind, changeNotificationAddress } from '@slipway/contracts';
import { findGroupName, type ProjectRecord } from '@slipway/db';
import { type ChannelConfig, openChannelConfig, targetOf } from '@slipway/destinations';
import { channelForms } from '@slipway/destinations/forms';
import { parseUuid } from '@slipway/domain';
import { ApiError, found } from '@slipway/http';
import { type AddressRules, isRefused, refusalOf } from '@slipway/runtime';
import { invalidField } from '../../invalid-field.js';
import type { ConsoleServices } from '../../services.js';

type Address = BodyValues<(typeof changeNotificationAddress)['body']>;

/** How configurations call the fields of requests. */
const SETTINGS = {
  url: 'url',
  token: 'token',
  channel: 'channel',
  user_ids: 'userIds',
  group_id: 'groupId',
  reach: 'reach',
} as const;

/** The configuration of a channel with the fields that its kind needs. Its other settings stay, such as secrets. */
export function requestedConfig(before: { readonly kind: ChannelKind }, address: Address): ChannelConfig {
  const settings: Record<string, unknown> = { ...before };
  for (const { name, missing, isKept } of channelForms[before.kind].fields) {
    const value = address[name];
    if (value !== undefined) settings[SETTINGS[name]] = value;
    else if (!isKept || !(name in before)) throw invalidField(name, missing);
  }
  return settings as unknown as ChannelConfig;
}

/** What a channel's panel says that it leads to. Refuses a group of another account. */
export async function requireTarget(
  config: ChannelConfig,
  { accountId }: ProjectRecord,
  { database }: Pick<ConsoleServices, 'database'>,
): Promise<string> {
  if (!('groupId' in config)) return targetOf(config);
  const name = await findGroupName(database, { accountId, id: config.groupId });
  if (name === null) throw invalidField('group_id', 'The account has no such group.');
  return `${name}, ${targetOf(config)}`;
}

/** Refuses a web address that Slipway would never connect to. */
export async function requireAllowed(config: ChannelConfig, rules: AddressRules): Promise<void> {
  if ('url' in config && (await isRefused(new URL(config.url), rules)))
    throw invalidField('url', refusalOf('NOTIFICATION_ALLOWED_NETWORKS'));
}

interface InPath {
  readonly project: ProjectRecord;
  readonly params: { readonly channel_id: string };
  readonly services: ConsoleServices;
}

/** Reads and decrypts the configuration of the channel in the path. */
export async function loadConfig({ project, params, services }: InPath) {
  const stored = found(await services.reads.findChannelConfig(project.id, found(parseUuid(params.channel_id))));
  const config = openChannelConfig(services.appSecrets, stored.id, stored.config);
  if (config !== null) return { id: stored.id, name: stored.name, config };
  const message = 'The channel cannot be decrypted. Remove it and add it again.';
  throw new ApiError('invalid_parameter', { message });
}
