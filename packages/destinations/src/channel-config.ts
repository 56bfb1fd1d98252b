import type { ChannelKind } from '@slipway/contracts';
import { type AppSecrets, openChannelText, sealChannelText } from '@slipway/domain';
import type { Destination } from './define-destination.js';
import { destinations } from './registry.js';

type SettingsOf<Kind extends ChannelKind> =
  (typeof destinations)[Kind] extends Destination<infer Settings> ? Settings : never;

/** Where a channel leads, and what it needs to get there. Stored encrypted. */
export type ChannelConfig = { [Kind in ChannelKind]: { readonly kind: Kind } & SettingsOf<Kind> }[ChannelKind];

/** The destination of a channel, which gets the settings of its own kind only. */
export const destinationOf = (kind: ChannelKind) =>
  destinations[kind] as Destination<unknown> as Destination<ChannelConfig>;

/** Encrypts a channel's configuration for storage. */
export function sealChannelConfig(appSecrets: AppSecrets, channelId: string, config: ChannelConfig) {
  return sealChannelText(appSecrets, channelId, JSON.stringify(config)).ciphertext;
}

/** Decrypts a channel's configuration. Null if no accepted APP_SECRET fits. */
export function openChannelConfig(
  appSecrets: AppSecrets,
  channelId: string,
  stored: Uint8Array,
): ChannelConfig | null {
  const opened = openChannelText(appSecrets, channelId, stored);
  return opened && (JSON.parse(opened.secret) as ChannelConfig);
}

/** Where a channel leads, without anything secret. The path of a chat webhook is a credential. A group's name is added by the caller. */
export function targetOf(config: ChannelConfig): string {
  if ('url' in config) return new URL(config.url).host;
  if ('channel' in config) return config.channel;
  if ('groupId' in config) return config.reach === 'on_call' ? 'whoever is on call' : 'everybody';
  return config.userIds.length === 1 ? '1 person' : `${config.userIds.length} people`;
}
