import type { Provider } from './define-provider.js';
import { providers } from './registry.js';
import type { SignatureScheme } from './signatures/scheme.js';

/** A request that tests an integration: what its tool sends when nothing has happened, where the tool has such an event. */
export interface TestEvent {
  /** Below /webhooks. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** What the event leaves behind, for the person who sends it; empty if nothing. */
  readonly effect: string;
}

/** What makes one test event differ from the next, so that none is a duplicate. */
interface Occasion {
  /** Epoch milliseconds. */
  readonly now: number;
  /** A UUID. */
  readonly id: string;
  readonly isSigned: boolean;
}

type MakeEvent = (occasion: Occasion) => Pick<TestEvent, 'body'> & Partial<TestEvent>;

const JOB = 'slipway-test';
const timeOf = ({ now }: Occasion) => new Date(now).toISOString();
const numberOf = ({ now }: Occasion) => `test-${Math.floor(now / 1000)}`;
const CANCELLED_BUILD = `It appears as a cancelled build of the job ${JOB}.`;

const EVENTS: Readonly<Record<string, MakeEvent>> = {
  asana: ({ id }) => ({ body: { events: [], slipway_test: id } }),
  buildkite: ({ id }) => ({
    headers: { 'x-buildkite-event': 'ping' },
    body: { event: 'ping', service: { id, provider: 'webhook' }, sender: { name: 'Slipway test' } },
  }),
  deployment: (occasion) => ({
    body: {
      platform: 'custom',
      event: 'connection_test',
      build_number: numberOf(occasion),
      notes: 'Test event of Slipway',
      timestamp: timeOf(occasion),
    },
    effect: 'It appears as a pending deployment of the platform Custom.',
  }),
  diversion: ({ id }) => ({ body: { event: 'ping', id } }),
  game_engine: (occasion) => ({
    path: 'game_engine/cooking_started',
    body: { build_number: numberOf(occasion), job_name: JOB, timestamp: timeOf(occasion) },
    effect: `It appears as a build of the job ${JOB} that has started to cook.`,
  }),
  github: ({ id }) => ({
    headers: { 'x-github-event': 'ping', 'x-github-delivery': id },
    body: { zen: 'Test event of Slipway.', hook_id: 1, hook: { type: 'Repository', active: true } },
  }),
  jenkins: (occasion) => (occasion.isSigned ? notification(occasion) : flatReport(occasion)),
  jira: ({ now, id }) => ({
    headers: { 'x-atlassian-webhook-identifier': id },
    body: { timestamp: now, webhookEvent: 'sprint_started', sprint: { id: 1, name: 'Slipway test' } },
  }),
  linear: (occasion) => ({
    headers: { 'linear-event': 'Reaction', 'linear-delivery': occasion.id },
    body: {
      action: 'create',
      type: 'Reaction',
      createdAt: timeOf(occasion),
      data: { id: occasion.id, emoji: 'wave' },
      webhookTimestamp: occasion.now,
    },
  }),
  lore: ({ id }) => ({ body: { tagName: 'notificationSubscribed', data: { id } } }),
  monday: (occasion) => ({
    body: {
      event: {
        app: 'monday',
        type: 'create_update',
        triggerTime: timeOf(occasion),
        triggerUuid: occasion.id,
        boardId: 1,
        pulseId: 1,
        textBody: 'Test event of Slipway',
      },
    },
  }),
  perforce: ({ now }) => ({
    body: { changelist: Math.floor(now / 1000), status: 'shelved', user: 'slipway', description: 'Test event' },
  }),
  trello: (occasion) => ({
    body: {
      action: {
        id: occasion.id.replaceAll('-', '').slice(0, 24),
        type: 'createList',
        date: timeOf(occasion),
        data: { board: { name: 'Slipway test' }, list: { name: 'Slipway test' } },
      },
      model: { name: 'Slipway test' },
    },
  }),
};

function flatReport(occasion: Occasion) {
  return {
    body: { job_name: JOB, build_number: numberOf(occasion), status: 'ABORTED', finished_at: timeOf(occasion) },
    effect: CANCELLED_BUILD,
  };
}

/** The one event of Jenkins that is signed. */
function notification({ now }: Occasion) {
  const number = Math.floor(now / 1000);
  const build = { number, phase: 'COMPLETED', status: 'ABORTED', timestamp: now, url: `job/${JOB}/${number}/` };
  return {
    path: 'jenkins/build_notification',
    body: { name: JOB, url: `job/${JOB}/`, build },
    effect: CANCELLED_BUILD,
  };
}

/** A test event, and how its tool signs it; null for an unknown provider. */
export function testEventOf(
  providerId: string,
  occasion: Occasion,
): { readonly event: TestEvent; readonly signature: SignatureScheme | null } | null {
  const provider = providers.find(({ id }) => id === providerId) as Provider | undefined;
  const make = EVENTS[providerId];
  if (provider === undefined || make === undefined) return null;
  const event = { path: provider.endpoints[0]?.path ?? '', headers: {}, effect: '', ...make(occasion) };
  const endpoint = provider.endpoints.find(({ path }) => path === event.path);
  return { event, signature: endpoint?.signature ?? provider.signature };
}
