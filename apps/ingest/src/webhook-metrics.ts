import type { Metrics } from '@slipway/runtime';

/** What became of a request: accepted, duplicate, handshake, or the code of its refusal. */
export type WebhookOutcome = string;

/** Counts webhook requests by provider and outcome. */
export interface WebhookMetrics {
  note(provider: string, outcome: WebhookOutcome, seconds: number): void;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

interface Count {
  readonly labels: { readonly provider: string; readonly outcome: WebhookOutcome };
  count: number;
}

/** Requests are counted plainly and read from here: finding a labelled counter costs more than counting. */
export function createWebhookMetrics(metrics: Metrics): WebhookMetrics {
  const byOutcome = new Map<WebhookOutcome, Map<string, Count>>();
  const countsOf = (outcome: WebhookOutcome) => () =>
    [...(byOutcome.get(outcome)?.values() ?? [])].map(({ labels: { provider }, count }) => ({
      labels: { provider },
      count,
    }));
  metrics.tally(
    'webhook_requests_total',
    'Webhook requests by provider and outcome',
    ['provider', 'outcome'],
    () => [...byOutcome.values()].flatMap((counts) => [...counts.values()]),
  );
  metrics.tally('deliveries_accepted_total', 'Deliveries accepted', ['provider'], countsOf('accepted'));
  metrics.tally(
    'deliveries_duplicate_total',
    'Duplicates recognised by ingest',
    ['provider'],
    countsOf('duplicate'),
  );
  const latency = metrics.hotHistogram(
    'accept_seconds',
    'Time from request to answer of accepted deliveries',
    BUCKETS,
    'provider',
  );
  /** Two steps: making one key of both costs more than the second look. */
  function countOf(provider: string, outcome: WebhookOutcome): Count {
    const counts = byOutcome.get(outcome) ?? new Map<string, Count>();
    const known = counts.get(provider);
    if (known !== undefined) return known;
    const fresh = { labels: { provider, outcome }, count: 0 };
    byOutcome.set(outcome, counts.set(provider, fresh));
    return fresh;
  }

  return {
    note(provider, outcome, seconds) {
      countOf(provider, outcome).count += 1;
      if (outcome === 'accepted' || outcome === 'duplicate') latency.observe(provider, seconds);
    },
  };
}
