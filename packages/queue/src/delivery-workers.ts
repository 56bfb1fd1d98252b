import { ENVELOPE_VERSION, type Envelope, JOBS } from '@slipway/contracts';
import { withTimeout } from '@slipway/domain';
import type { Job } from 'bullmq';
import type { Redis } from './connection.js';
import { charactersOf, EnvelopeConsumer } from './envelope-consumer.js';
import { EXTRA_MS_PER_CHARACTER } from './limits.js';
import { DEFAULT_NAMESPACE, deliveryQueues } from './shards.js';
import { createSlots } from './slots.js';

export interface QueuedEnvelope {
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  /** How often it was started, this time included. */
  readonly attempts: number;
}

/** What the queue knows about deliveries, by their id. */
export type QueuedDeliveries = ReadonlyMap<string, QueuedEnvelope>;

export interface DeliveryWorkerOptions {
  readonly connection: Redis;
  readonly namespace?: string;
  /** Transactions of one queue at once. */
  readonly concurrency: number;
  /** Transactions of all queues at once. */
  readonly transactions: number;
  /**
   * Applies the deliveries of one or several envelopes; a throw means that all of them are retried later. The signal is
   * aborted when their time is up.
   */
  readonly apply: (envelope: Envelope, signal: AbortSignal, queued: QueuedDeliveries) => Promise<void>;
  readonly onError: (error: Error) => void;
  readonly onRetry?: (error: Error) => void;
  /** Called for each envelope that another worker left unfinished. */
  readonly onStalled?: () => void;
}

/** Consumes all queues of deliveries. `close` fetches nothing new and waits for what is running. */
export interface DeliveryWorkers {
  used(): number;
  close(): Promise<void>;
}

export function startDeliveryWorkers(options: DeliveryWorkerOptions): DeliveryWorkers {
  const { connection, concurrency, onError, onRetry = ignore, onStalled = ignore } = options;
  const shared = createSlots(options.transactions);
  const apply = (jobs: readonly Job<Envelope>[]) => applyJobs(jobs, options.apply);
  const queues = deliveryQueues(connection, options.namespace ?? DEFAULT_NAMESPACE);
  const ofEach = { connection, concurrency, shared, apply, onError, onRetry, onStalled };
  const consumers = queues.map((queue) => new EnvelopeConsumer({ ...ofEach, queue }));
  return {
    used: () => shared.used(),
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.close()));
    },
  };
}

function ignore(): void {
  // The caller does not count these.
}

function applyJobs(jobs: readonly Job<Envelope>[], apply: DeliveryWorkerOptions['apply']): Promise<void> {
  const deliveries = jobs.flatMap(({ data }) => data.deliveries);
  const queued = new Map(jobs.flatMap(queuedDeliveries));
  const envelope = { v: ENVELOPE_VERSION, deliveries } as const;
  const limitMs = JOBS.apply_deliveries.timeoutMs + Math.round(charactersOf(envelope) * EXTRA_MS_PER_CHARACTER);
  return withTimeout(limitMs, 'applying an envelope', (signal) => apply(envelope, signal, queued));
}

function queuedDeliveries({ data, timestamp, attemptsStarted }: Job<Envelope>): [string, QueuedEnvelope][] {
  const queued = { queuedAt: timestamp, attempts: Math.max(1, attemptsStarted) };
  return data.deliveries.map(({ id }) => [id, queued]);
}
