import type { Metrics } from '@slipway/runtime';

/** The outcome of a webhook request: accepted, duplicate, handshake, or the code of its refusal. */
export type WebhookOutcome = string;

/** Counts webhook requests. */
export interface WebhookMetrics {
  observe(provider: string, outcome: WebhookOutcome, seconds: number): void;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

export function createWebhookMetrics({ counter, histogram }: Metrics): WebhookMetrics {
  const requests = counter('webhook_requests_total', 'Webhook requests by provider and outcome', [
    'provider',
    'outcome',
  ]);
  const accepted = counter('deliveries_accepted_total', 'Deliveries accepted', ['provider']);
  const duplicates = counter('deliveries_duplicate_total', 'Deliveries answered as duplicates', ['provider']);
  const latency = histogram('accept_seconds', 'Time from request to answer of accepted deliveries', BUCKETS, [
    'provider',
  ]);
  return {
    observe(provider, outcome, seconds) {
      requests.inc({ provider, outcome });
      if (outcome !== 'accepted' && outcome !== 'duplicate') return;
      (outcome === 'accepted' ? accepted : duplicates).inc({ provider });
      latency.observe({ provider }, seconds);
    },
  };
}
