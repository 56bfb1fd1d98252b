import type { Delivery, LiveChange } from '@slipway/contracts';
import {
  announceCommitted,
  applyDeliveries,
  buryDelivery,
  findIntegrationContexts,
  type IntegrationContext,
  isStaleConnection,
  isTransactionConflict,
  type SettledDelivery,
} from '@slipway/db';
import { commonRedactor } from '@slipway/domain';
import { normalize, withoutLog } from '@slipway/providers';
import { traceIdOf } from '@slipway/runtime';
import { applyInParts } from '../applying/apply-in-parts.js';
import { createSlowDeliveries } from '../applying/slow-deliveries.js';
import { defineJob, type JobContext } from '../define-job.js';
import { CONFLICT_ATTEMPTS } from '../limits.js';

/** Persists from one attempt at an envelope to the next. */
const slow = createSlowDeliveries();

/** Applies an envelope in one transaction. On failure, applies ever smaller parts until the failing one is alone. */
export const job = defineJob({
  name: 'apply_deliveries',
  async run({ deliveries }, context) {
    const { applySeconds, envelopeDeliveries, envelopeBytes } = context.metrics;
    const stop = applySeconds.startTimer();
    const settled = await applyInParts(deliveries, {
      apply: (part) => applyTogether(part, context),
      bury: (delivery, reason) => bury(delivery, reason, context),
      slow,
      signal: context.signal,
    });
    stop(context.tracing?.current()?.sampledTraceId);
    envelopeDeliveries.observe(deliveries.length);
    envelopeBytes.observe(deliveries.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0));
    countSettled(settled, context);
    traceOutcomes(settled, context);
    await forgetFailed(settled, context);
  },
});

function countSettled(settled: readonly SettledDelivery[], { metrics, clock }: JobContext): void {
  const now = clock.now();
  for (const { delivery, outcome } of settled) {
    const { provider } = delivery;
    metrics.applied.inc({ provider, outcome });
    const delayMs = Math.max(0, now - (delivery.replay?.requestedAt ?? delivery.receivedAt));
    metrics.applyDelay.observe({}, delayMs / 1000, delivery.traceparent && traceIdOf(delivery.traceparent));
    if (outcome === 'dead') metrics.deadLetters.inc({ provider });
  }
}

/** Records the outcomes in the span of the batch. */
function traceOutcomes(settled: readonly SettledDelivery[], { tracing }: JobContext): void {
  const span = tracing?.current();
  if (span === undefined) return;
  const counts: Record<string, number> = {};
  for (const { outcome } of settled) {
    const name = `slipway.outcome.${outcome}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  span.set(counts);
}

/** Forgets the keys of deliveries that had no effect, so that senders can repeat them. */
async function forgetFailed(settled: readonly SettledDelivery[], { seenKeys }: JobContext): Promise<void> {
  const failed = settled.filter(({ outcome }) => outcome === 'rejected' || outcome === 'dead');
  if (failed.length > 0) await seenKeys.forget(failed.map(({ delivery }) => delivery));
}

async function applyTogether(
  deliveries: readonly Delivery[],
  context: JobContext,
): Promise<readonly SettledDelivery[]> {
  const { database, clock, baseUrl, queued, signal, baselines, failures, redactors } = context;
  const run = { startedAt: clock.now(), ...(queued && { queued }) };
  const integrationIds = [...new Set(deliveries.map(({ integrationId }) => integrationId))];
  const contexts = await findIntegrationContexts(database, integrationIds);
  const redactorOf = (of: IntegrationContext | null) =>
    of === null ? commonRedactor : redactors.of({ id: of.projectId, maskedValues: of.maskedValues });
  const batch = deliveries.map((delivery) => {
    const of = contexts.get(delivery.integrationId) ?? null;
    return { delivery, context: of, ...normalize(delivery, of, redactorOf(of)) };
  });
  const { settled, requests, changes } = await retryImmediately(() =>
    database.transaction((tx) => applyDeliveries(tx, batch, { baseUrl, withoutLog, ...run }), signal),
  );
  failures.add(requests);
  baselines.note(batch);
  await announce(changes, context);
  return settled;
}

/** Live pages that miss this because the database fails now read everything again once they are connected. */
async function announce(changes: readonly LiveChange[], { database, tracing, logger }: JobContext): Promise<void> {
  const traceparent = tracing?.current()?.traceparent;
  const traced = traceparent === undefined ? changes : changes.map((change) => ({ ...change, traceparent }));
  await announceCommitted(database, traced).catch((error: unknown) => {
    logger.warn({ err: error }, 'changes not announced');
  });
}

/**
 * Retries a transaction that PostgreSQL aborted in favor of another one. Also retries one whose connection holds a
 * prepared statement from before a migration; the next connection may not.
 */
async function retryImmediately<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < CONFLICT_ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransactionConflict(error) && !isStaleConnection(error)) throw error;
    }
  }
  return work();
}

/** Stores a delivery that cannot be applied as a dead letter, with the reason. */
async function bury(
  delivery: Delivery,
  error: unknown,
  { database, clock, logger, queued }: JobContext,
): Promise<SettledDelivery> {
  const reason = error instanceof Error ? error.message : String(error);
  logger.error({ err: error, deliveryId: delivery.id, provider: delivery.provider }, 'delivery is dead');
  const run = { startedAt: clock.now(), ...(queued && { queued }) };
  return buryDelivery(database, { delivery, reason, run });
}
