import { type ChannelConfig, discordMessage } from '@slipway/domain';
import { limitWait } from '../outgoing/retry-after.js';
import type { ChannelProtocol } from './channel-protocol.js';
import { isSuccess, jsonOf, outcomeOf, sent } from './outcome.js';

/** Five requests in two seconds per webhook. */
const PER_SECOND = 2;

/** Discord limits senders that keep posting to a removed webhook, so the first of these is the last. */
const GONE: ReadonlySet<number> = new Set([401, 403, 404]);

/** https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discordWebhook: ChannelProtocol<Extract<ChannelConfig, { readonly kind: 'discord' }>> = {
  perSecond: PER_SECOND,
  request({ url }, { content }) {
    const address = new URL(url);
    // Without this, the answer does not contain the message's id.
    address.searchParams.set('wait', 'true');
    return { url: address.href, body: JSON.stringify(discordMessage(content.message)) };
  },
  outcome(answer, now) {
    if (isSuccess(answer)) {
      const { id } = jsonOf(answer) ?? {};
      return sent(typeof id === 'string' ? id : null);
    }
    if (GONE.has(answer.status))
      return { kind: 'gone', error: `Discord no longer accepts messages for this webhook (${answer.status}).` };
    const { retry_after: seconds } = jsonOf(answer) ?? {};
    if (answer.status === 429 && typeof seconds === 'number' && seconds >= 0)
      return { kind: 'busy', error: 'Discord asks to wait (429).', retryAfterMs: limitWait(seconds * 1000) };
    return outcomeOf(answer, now);
  },
};
