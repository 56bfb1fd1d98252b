import { testEventOf } from '../test-events.js';
import { buildkite, gameEngine, jenkins } from './builds.js';
import { diversion, github, lore, perforce } from './changes.js';
import { deployment } from './deployments.js';
import type { SampleDetails, SampleEvent } from './sample-event.js';
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

export type { SampleDetails, SampleEvent };
