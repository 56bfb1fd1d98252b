import { defineDestination } from '../define-destination.js';
import { isSuccess, outcomeOf, sent } from '../outcome.js';
import { escapeHtml, fieldsOf, isObject, textOf } from '../shown-message.js';
import { activeSecrets, type WebhookSecret, webhookBody, webhookHeaders } from './sign-webhook.js';

export interface SignedSettings {
  readonly url: string;
  readonly secrets: readonly WebhookSecret[];
}

/** https://www.standardwebhooks.com: every answer but 2xx is a failure that is retried, and 410 ends the endpoint. */
export const destination = defineDestination<SignedSettings>({
  needs: 'URL',
  hasThreads: false,
  preview: webhookBody,
  protocol: {
    perSecond: 100,
    request({ url, secrets }, { id, content, createdAt }, now) {
      const body = JSON.stringify(webhookBody(content, createdAt));
      return { url, body, headers: webhookHeaders({ id, now, body, secrets: activeSecrets(secrets, now) }) };
    },
    outcome(answer, now) {
      if (isSuccess(answer)) return sent();
      const outcome = outcomeOf(answer, now);
      return outcome.kind === 'refused' ? { ...outcome, kind: 'failed' } : outcome;
    },
  },
  read({ type, data }) {
    if (typeof type !== 'string' || !isObject(data)) return null;
    const message = { kind: 'Webhook', tone: 'neutral', title: escapeHtml(textOf(type)) } as const;
    return { ...message, content: [], facts: fieldsOf(data), footer: '' };
  },
});
