import type { Delivery } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { NormalizeContext, Provider, ProviderEvent } from './define-provider.js';
import { providers } from './registry.js';
import { findProblem } from './schema-problem.js';

/** What a delivery means, or why it means nothing. */
export interface Normalized {
  readonly outcome: 'applied' | 'ignored' | 'rejected';
  readonly reason: string | null;
  readonly operations: readonly Operation[];
}

const byId = new Map<string, Provider>(providers.map((provider) => [provider.id, provider]));

/** The event a provider handles under this name. */
export function eventOf(provider: Provider, name: string): ProviderEvent | undefined {
  return Object.hasOwn(provider.events, name) ? provider.events[name] : undefined;
}

function polledEventOf({ polled = {} }: Provider, name: string): ProviderEvent | undefined {
  return Object.hasOwn(polled, name) ? polled[name] : undefined;
}

const MAX_NAME = 100;

/** The event's name as a reason tells it; senders may name it at any length. */
const nameOf = ({ event }: Delivery) => (event.length > MAX_NAME ? `${event.slice(0, MAX_NAME)}…` : event);

const nothing = (outcome: 'ignored' | 'rejected', reason: string): Normalized => ({
  outcome,
  reason,
  operations: [],
});

/**
 * Turns a delivery into operations. Pure: the same delivery always means the same. The context is null when the
 * integration is gone.
 */
export function normalize(
  delivery: Delivery,
  context: Pick<NormalizeContext, 'engine' | 'config'> | null,
): Normalized {
  if (context === null) return nothing('rejected', 'the integration no longer exists');
  const provider = byId.get(delivery.provider);
  if (provider === undefined) return nothing('rejected', `unknown provider ${delivery.provider}`);
  const event = eventOf(provider, delivery.event) ?? polledEventOf(provider, delivery.event);
  if (event === undefined) return nothing('ignored', `event ${nameOf(delivery)} is not of interest`);
  const payload: unknown = JSON.parse(delivery.body);
  const problem = findProblem(event.schema, payload);
  if (problem !== null) return nothing('rejected', problem);
  const operations = event.normalize(payload as never, {
    engine: context.engine,
    config: context.config,
    event: delivery.event,
    receivedAt: delivery.receivedAt,
  });
  if (operations.length === 0) return nothing('ignored', `this ${nameOf(delivery)} says nothing that is kept`);
  return { outcome: 'applied', reason: null, operations };
}
