import type { ChannelKind } from '@slipway/contracts';

/** What people call the kinds of channels, and how to get what each needs. */
export const CHANNEL_WORDS: Readonly<Record<ChannelKind, { readonly label: string; readonly hint: string }>> = {
  slack_webhook: {
    label: 'Slack (incoming webhook)',
    hint: 'In Slack, add the app Incoming WebHooks to a channel and paste its URL. Each message stands alone.',
  },
  slack_bot: {
    label: 'Slack (bot with threads)',
    hint: 'Create a Slack app with the scope chat:write, install it, invite it to the channel, and paste its bot token. Follow-ups go into the thread of the first message.',
  },
  discord: {
    label: 'Discord',
    hint: 'In the settings of a Discord channel, open Integrations, create a webhook and paste its URL.',
  },
  teams: {
    label: 'Microsoft Teams',
    hint: 'In Teams, create the workflow “Post to a channel when a webhook request is received” and paste its URL.',
  },
  webhook: {
    label: 'Outgoing webhook',
    hint: 'Signed requests to your own program, by the Standard Webhooks specification. They contain user ids, never names.',
  },
  email: { label: 'Email', hint: 'An email to members of the account.' },
};
