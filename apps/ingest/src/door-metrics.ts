import type { Metrics } from '@slipway/runtime';

/** What became of a request: accepted, duplicate, handshake, or the code of its refusal. */
export type DoorOutcome = string;

/** Counts what happens at the doors. */
export interface DoorMetrics {
  note(provider: string, outcome: DoorOutcome, seconds: number): void;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2];

/** Labelled counters are looked up once per provider and outcome: hashing labels would cost more than counting. */
export function createDoorMetrics(metrics: Metrics): DoorMetrics {
  const requests = metrics.counter('webhook_requests_total', 'Webhook requests by provider and outcome', [
    'provider',
    'outcome',
  ]);
  const accepted = metrics.counter('deliveries_accepted_total', 'Deliveries accepted', ['provider']);
  const duplicates = metrics.counter('deliveries_duplicate_total', 'Repeats told apart at the door', ['provider']);
  const latency = metrics.histogram(
    'accept_seconds',
    'Time from request to answer of accepted deliveries',
    BUCKETS,
    ['provider'],
  );

  function bind(provider: string, outcome: DoorOutcome): (seconds: number) => void {
    const request = requests.labels(provider, outcome);
    const kept = { accepted, duplicate: duplicates }[outcome]?.labels(provider);
    if (kept === undefined) return () => request.inc();
    const timing = latency.labels(provider);
    return (seconds) => {
      request.inc();
      kept.inc();
      timing.observe(seconds);
    };
  }

  const bound = new Map<string, (seconds: number) => void>();
  return {
    note(provider, outcome, seconds) {
      const key = `${provider} ${outcome}`;
      const count = bound.get(key) ?? bind(provider, outcome);
      bound.set(key, count);
      count(seconds);
    },
  };
}
