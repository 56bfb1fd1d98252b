import type { Delivery } from '@slipway/contracts';
import type { Operation } from '@slipway/domain';
import type { NormalizeContext, Provider, ProviderEvent } from './define-provider.js';
import { providers } from './registry.js';
import { findProblem } from './schema-problem.js';

/** What a delivery means. */
export type Normalized =
  | { readonly outcome: 'applied'; readonly operations: readonly Operation[] }
  | { readonly outcome: 'ignored' | 'rejected'; readonly reason: string };

const byId = new Map<string, Provider>(providers.map((provider) => [provider.id, provider]));

/** The event a provider handles under this name. */
export function eventOf(provider: Provider, name: string): ProviderEvent | undefined {
  return Object.hasOwn(provider.events, name) ? provider.events[name] : undefined;
}

/** Turns a delivery into operations. Pure: the same delivery always means the same. */
export function normalize(delivery: Delivery, context: Pick<NormalizeContext, 'engine' | 'config'>): Normalized {
  const provider = byId.get(delivery.provider);
  if (provider === undefined) return { outcome: 'rejected', reason: `unknown provider ${delivery.provider}` };
  const event = eventOf(provider, delivery.event);
  if (event === undefined) return { outcome: 'ignored', reason: `event ${delivery.event} is not of interest` };
  const payload: unknown = JSON.parse(delivery.body);
  const problem = findProblem(event.schema, payload);
  if (problem !== null) return { outcome: 'rejected', reason: problem };
  const operations = event.normalize(payload as never, {
    ...context,
    event: delivery.event,
    receivedAt: delivery.receivedAt,
  });
  return { outcome: 'applied', operations };
}
