// Generated from the folder by `npm run generate`. Do not edit.

export const CHANNEL_KINDS = [
  'discord',
  'email',
  'group',
  'mattermost',
  'slack_bot',
  'slack_webhook',
  'teams',
  'webhook',
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
