import type { Provider } from './define-provider.js';
import { providers } from './registry.js';
import type { SampleEvent } from './sample-event.js';
import { testEventOf } from './test-events.js';

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
