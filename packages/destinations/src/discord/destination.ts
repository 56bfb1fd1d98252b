import { defineDestination, messageOf, type Protocol } from '../define-destination.js';
import type { UrlSettings } from '../incoming-webhook.js';
import { isSuccess, jsonOf, outcomeOf, sent } from '../outcome.js';
import { limitWait } from '../retry-after.js';
import { discordMessage } from './message.js';
import { readDiscord } from './read.js';

/** Discord limits senders that keep posting to a removed webhook, so the first of these is the last. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404]);

/** https://discord.com/developers/docs/topics/opcodes-and-status-codes#json */
const UNKNOWN_MESSAGE = 10_008;

/** https://discord.com/developers/docs/resources/webhook#execute-webhook and #edit-webhook-message */
const protocol: Protocol<UrlSettings> = {
  // Five requests in two seconds per webhook.
  perSecond: 2,
  request({ url }, delivery) {
    const address = new URL(url);
    const body = JSON.stringify(discordMessage(messageOf(delivery)));
    if (delivery.edits !== null) {
      address.pathname += `/messages/${encodeURIComponent(delivery.edits.remoteId)}`;
      return { url: address.href, method: 'PATCH', body };
    }
    // Without this, the answer does not contain the message's id.
    address.searchParams.set('wait', 'true');
    return { url: address.href, body };
  },
  outcome(answer, now) {
    const { id, code } = jsonOf(answer) ?? {};
    if (isSuccess(answer)) return sent(id);
    if (answer.status === 404 && code === UNKNOWN_MESSAGE)
      return { kind: 'lost', error: 'Somebody deleted the message in Discord.' };
    if (GONE.has(answer.status))
      return { kind: 'gone', error: `Discord no longer accepts messages for this webhook (${answer.status}).` };
    const { retry_after: seconds } = jsonOf(answer) ?? {};
    if (answer.status === 429 && typeof seconds === 'number' && seconds >= 0)
      return { kind: 'busy', error: 'Discord asks to wait (429).', retryAfterMs: limitWait(seconds * 1000) };
    return outcomeOf(answer, now);
  },
};

export const destination = defineDestination({
  needs: 'webhook URL',
  hasThreads: false,
  preview: ({ message }) => discordMessage(message),
  protocol,
  read: readDiscord,
});
