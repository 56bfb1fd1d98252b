import { activeSecrets, type ChannelConfig, webhookBody, webhookHeaders } from '@slipway/domain';
import type { ChannelProtocol } from './channel-protocol.js';
import { isSuccess, outcomeOf, sent } from './outcome.js';

/** https://www.standardwebhooks.com: every answer but 2xx is a failure that is retried, and 410 ends the endpoint. */
export const standardWebhook: ChannelProtocol<Extract<ChannelConfig, { readonly kind: 'webhook' }>> = {
  perSecond: 100,
  request({ url, secrets }, { id, content, createdAt }, now) {
    const body = webhookBody(content, createdAt);
    return { url, body, headers: webhookHeaders({ id, now, body, secrets: activeSecrets(secrets, now) }) };
  },
  outcome(answer, now) {
    if (isSuccess(answer)) return sent();
    const outcome = outcomeOf(answer, now);
    return outcome.kind === 'refused' ? { ...outcome, kind: 'failed' } : outcome;
  },
};
