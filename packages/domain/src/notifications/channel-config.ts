import type { AppSecrets } from '../credentials/app-secrets.js';
import { openChannelText, sealChannelText } from '../credentials/secrets.js';
import { newWebhookSecret } from './webhook.js';

/** A signing secret; it is no longer used from `until` on. */
export interface WebhookSecret {
  readonly secret: string;
  /** An ISO 8601 time; null for the current secret. */
  readonly until: string | null;
}

/** Where a channel leads, and what it needs to get there. Stored encrypted. */
export type ChannelConfig =
  | { readonly kind: 'email'; readonly userIds: readonly number[] }
  | { readonly kind: 'slack_webhook'; readonly url: string }
  | { readonly kind: 'discord'; readonly url: string }
  | { readonly kind: 'teams'; readonly url: string }
  | {
      readonly kind: 'slack_bot';
      readonly token: string;
      /** A channel's id, or its name with `#`. */
      readonly channel: string;
      /** Where Slack's API is; https://slack.com/api unless it is a compatible server. */
      readonly apiUrl?: string;
    }
  | { readonly kind: 'webhook'; readonly url: string; readonly secrets: readonly WebhookSecret[] };

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

/** Where a channel leads, without anything secret. The path of a chat webhook is a credential. */
export function targetOf(config: ChannelConfig): string {
  switch (config.kind) {
    case 'email':
      return config.userIds.length === 1 ? '1 person' : `${config.userIds.length} people`;
    case 'slack_bot':
      return config.channel;
    default:
      return new URL(config.url).host;
  }
}

/** How long the replaced secret still signs, so that receivers can change theirs without losing a message. */
const OVERLAP_MS = 24 * 60 * 60_000;

/** The secrets that sign at a time, the current one first. */
export function activeSecrets(secrets: readonly WebhookSecret[], now: number): string[] {
  return secrets.filter(({ until }) => until === null || Date.parse(until) > now).map(({ secret }) => secret);
}

/** Adds a new secret. The current one signs for another day, and earlier ones until their own day is over. */
export function rotateSecrets(secrets: readonly WebhookSecret[], now: number): WebhookSecret[] {
  const until = new Date(now + OVERLAP_MS).toISOString();
  const kept = secrets.filter(({ until: end }) => end === null || Date.parse(end) > now);
  return [
    { secret: newWebhookSecret(), until: null },
    ...kept.map(({ secret, until: end }) => ({ secret, until: end ?? until })),
  ];
}
