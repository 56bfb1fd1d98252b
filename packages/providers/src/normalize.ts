import type { Delivery } from '@slipway/contracts';
import { checkDurations, commonRedactor, type Operation, type Redactor, redactOperation } from '@slipway/domain';
import type { NormalizeContext, Provider, ProviderEvent } from './define-provider.js';
import { findProblem } from './find-problem.js';
import { logEventOf } from './logs/log-event.js';
import { providers } from './registry.js';
import { testReportEventAt } from './test-reports/test-report.js';

export interface Normalized {
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  /** For an applied delivery: what was dropped from it. */
  readonly reason: string | null;
  readonly operations: readonly Operation[];
}

const byId = new Map<string, Provider>(providers.map((provider) => [provider.id, provider]));

export function eventOf(provider: Provider, name: string): ProviderEvent | undefined {
  return Object.hasOwn(provider.events, name) ? provider.events[name] : undefined;
}

function polledEventOf({ polled = {} }: Provider, name: string): ProviderEvent | undefined {
  return Object.hasOwn(polled, name) ? polled[name] : undefined;
}

const MAX_NAME = 100;

/** The event name for use in a reason. Senders choose it, and it may have any length. */
const nameOf = ({ event }: Delivery) => (event.length > MAX_NAME ? `${event.slice(0, MAX_NAME)}…` : event);

const nothing = (outcome: 'ignored' | 'rejected', reason: string): Normalized => ({
  outcome,
  reason,
  operations: [],
});

/**
 * Normalizes a delivery, and masks the credentials in logs with its project's redactor. The context is null if its
 * integration no longer exists.
 */
export function normalize(
  delivery: Delivery,
  context: Pick<NormalizeContext, 'engine' | 'config'> | null,
  redactor: Redactor = commonRedactor,
): Normalized {
  if (context === null) return nothing('rejected', 'The integration no longer exists.');
  const provider = byId.get(delivery.provider);
  if (provider === undefined) return nothing('rejected', `There is no provider ${delivery.provider}.`);
  const event =
    testReportEventAt(delivery.path) ??
    logEventOf(delivery) ??
    eventOf(provider, delivery.event) ??
    polledEventOf(provider, delivery.event);
  if (event === undefined) return nothing('ignored', `The event ${nameOf(delivery)} is not used.`);
  const payload: unknown = JSON.parse(delivery.body);
  const problem = findProblem(event.schema, payload);
  if (problem !== null) return nothing('rejected', problem);
  const operations = event.normalize(payload, {
    engine: context.engine,
    config: context.config,
    event: delivery.event,
    receivedAt: delivery.receivedAt,
  });
  if (operations.length === 0) {
    return nothing('ignored', event.emptyReason ?? `The event ${nameOf(delivery)} contains nothing to record.`);
  }
  const checked = checkDurations(operations);
  const masked = checked.operations.map((operation) => redactOperation(operation, redactor));
  return { outcome: 'applied', reason: checked.notes.join(' ') || null, operations: masked };
}

export function withoutLog({ provider, body }: Pick<Delivery, 'provider' | 'body'>): string {
  const remove = byId.get(provider)?.withoutLog;
  return remove === undefined ? body : JSON.stringify(remove(JSON.parse(body) as Record<string, unknown>));
}
