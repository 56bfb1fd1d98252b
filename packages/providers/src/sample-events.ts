import type { Provider } from './define-provider.js';
import { providers } from './registry.js';
import type { SampleEvent } from './sample-event.js';
import type { SignatureScheme } from './signatures/scheme.js';
import type { Occasion, TestEvent } from './test-event.js';

/** A test event, and how its tool signs it; null for an unknown provider. */
export function testEventOf(
  providerId: string,
  occasion: Occasion,
): { readonly event: TestEvent; readonly signature: SignatureScheme | null } | null {
  const provider: Provider | undefined = providers.find(({ id }) => id === providerId);
  if (provider === undefined) return null;
  const event = {
    path: provider.endpoints[0]?.path ?? '',
    headers: {},
    effect: '',
    ...provider.testEvent(occasion),
  };
  const endpoint = provider.endpoints.find(({ path }) => path === event.path);
  return { event, signature: endpoint?.signature ?? provider.signature };
}

/** The events that can be sent as a provider, in life-cycle order; the connection test comes last. */
export function sampleEventsOf(providerId: string): readonly SampleEvent[] {
  const provider: Provider | undefined = providers.find(({ id }) => id === providerId);
  return provider === undefined ? [] : [...provider.sampleEvents, connectionTest(providerId)];
}

function connectionTest(providerId: string): SampleEvent {
  return {
    name: 'test',
    summary: 'Tests the connection, as the console does',
    make({ now, id }) {
      const test = testEventOf(providerId, { now, id, isSigned: false });
      if (test === null) throw new TypeError(`there is no provider ${providerId}`);
      return test.event;
    },
  };
}
