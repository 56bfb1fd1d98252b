import type { Provider } from '../define-provider.js';
import { providers } from '../registry.js';
import { testEventOf } from '../test-events.js';
import { buildkite, gameEngine, jenkins } from './builds.js';
import { diversion, github, lore, perforce } from './changes.js';
import { deployment } from './deployments.js';
import type { SampleDetails, SampleEvent, SampleRequest } from './sample-event.js';
import { asana, jira, linear, monday, trello } from './trackers.js';

const EVENTS: Readonly<Record<string, readonly SampleEvent[]>> = {
  asana,
  buildkite,
  deployment,
  diversion,
  game_engine: gameEngine,
  github,
  jenkins,
  jira,
  linear,
  lore,
  monday,
  perforce,
  trello,
};

/** The events that can be sent as a provider, in the order of a life cycle; the connection test is the last. */
export function sampleEventsOf(providerId: string): readonly SampleEvent[] {
  const events = EVENTS[providerId];
  return events === undefined ? [] : [...events, connectionTest(providerId)];
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

/** The credentials of an integration. */
export interface SenderCredentials {
  readonly token: string;
  readonly secret?: string | undefined;
  /** The address that the webhook was created with; the signatures of Trello and monday cover it. */
  readonly callbackUrl?: string | undefined;
}

/** A request that is ready to be sent. */
export interface SignedSample {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Signs a sample as its tool does; the token is in the provider's own header. */
export function signSample(
  providerId: string,
  request: SampleRequest,
  credentials: SenderCredentials,
  now: number,
): SignedSample {
  const provider = providers.find(({ id }) => id === providerId) as Provider | undefined;
  const { token, secret, callbackUrl } = credentials;
  const scheme = provider?.endpoints.find(({ path }) => path === request.path)?.signature ?? provider?.signature;
  const body = JSON.stringify(request.body);
  const config = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
  const signature = secret && scheme ? scheme.sign({ body, secret, config, token, now }) : {};
  const place = provider?.tokenPlaces.find((name) => name.startsWith('x-')) ?? 'x-service-token';
  return {
    path: request.path,
    headers: { 'content-type': 'application/json', [place]: token, ...request.headers, ...signature },
    body,
  };
}

export type { SampleDetails, SampleEvent, SampleRequest };
