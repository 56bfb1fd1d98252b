import { defineDestination } from '../define-destination.js';
import { incomingWebhook, type UrlSettings } from '../incoming-webhook.js';
import { jsonOf, type OutgoingAnswer } from '../outcome.js';
import { mattermostMessage } from './message.js';
import { readMattermost } from './read.js';

/** A removed webhook is answered with 400, like a message that is refused; only the error's id differs. */
const REMOVED = 'web.incoming_webhook.invalid.app_error';

/** 403 and 404: the webhook may no longer post to its channel, or the channel was archived. */
const isGone = (answer: OutgoingAnswer) =>
  answer.status === 403 || answer.status === 404 || jsonOf(answer)?.id === REMOVED;

/** https://developers.mattermost.com/integrate/webhooks/incoming */
export const destination = defineDestination<UrlSettings>({
  needs: 'URL of an incoming webhook',
  hasThreads: false,
  read: readMattermost,
  ...incomingWebhook({
    // A server that limits requests allows ten per second by default, from all senders together.
    perSecond: 5,
    render: mattermostMessage,
    failure: (answer) =>
      isGone(answer)
        ? { kind: 'gone', error: `Mattermost no longer accepts messages for this webhook (${answer.status}).` }
        : null,
  }),
});
