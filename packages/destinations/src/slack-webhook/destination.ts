import { defineDestination } from '../define-destination.js';
import { incomingWebhook, type UrlSettings } from '../incoming-webhook.js';
import { slackMessage } from './message.js';
import { readSlack } from './read.js';

/** Statuses of a webhook that was removed, or whose channel was archived or restricted. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410]);

/** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export const destination = defineDestination<UrlSettings>({
  needs: 'URL',
  hasThreads: false,
  read: readSlack,
  ...incomingWebhook({
    // Slack asks for at most about one message per second and channel.
    perSecond: 1,
    render: slackMessage,
    failure: ({ status }) =>
      GONE.has(status)
        ? { kind: 'gone', error: `Slack no longer accepts messages for this webhook (${status}).` }
        : null,
  }),
});
