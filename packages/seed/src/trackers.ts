import { TASK_TYPES } from '@slipway/contracts';
import type { SampleDetails } from '@slipway/providers';
import { sampleEventsOf } from '@slipway/providers';
import { users } from './people.js';
import { type IntegrationName, integrations } from './projects.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { taskTitle } from './task-text.js';
import { slugOf } from './themes.js';
import { day, soonAfter, spread, uuidAt } from './times.js';
import type { Webhook } from './webhooks.js';

/** An item of a tracker, as people mention it. */
export interface TrackerItem {
  key: string;
  url: string;
}

/** Where an item goes after it was created; the last state is the one in which work on it ended. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  jira: ['In Progress', 'In Review', 'Done'],
  linear: ['Todo', 'In Progress', 'Done'],
  trello: ['Doing', 'Review', 'Finished'],
  monday: ['Working on it', 'Stuck', 'Done'],
  asana: ['Done'],
};

const FIRST_NUMBER: Readonly<Record<string, number>> = { jira: 201, linear: 31 };

const ADDRESSES: Readonly<Record<string, (site: string, key: string) => string>> = {
  trello: (_site, key) => `https://trello.com/c/${key}`,
  asana: (_site, key) => `https://app.asana.com/0/0/${key}`,
  monday: (site, key) => `https://${site}.monday.com/boards/778678/pulses/${key}`,
};

/** Whether a key looks like ENG-142, which people write in front of a subject. */
export function isSpokenKey(key: string): boolean {
  return /^[A-Z]+-\d+$/.test(key);
}

/** How people mention an item: by its key if that is readable, otherwise by its address. */
export function namingOf({ key, url }: TrackerItem): string {
  return isSpokenKey(key) ? key : url;
}

/** A person who works on items: one with an account in the tracker, if there is any. */
function assigneeOf(random: Random, provider: string) {
  const people = Object.values(users).flatMap(({ name, connected }) =>
    connected.filter(([tool]) => tool === provider).map(([, id]) => ({ name, id })),
  );
  return people.length > 0 && random.chance(0.6)
    ? random.pick(people)
    : { name: 'Noor Haddad', id: random.hex(24) };
}

interface ReportedItem {
  item: TrackerItem;
  webhooks: Webhook[];
}

function tellItem(random: Random, scope: Scope, integration: IntegrationName, planned: PlannedItem): ReportedItem {
  const { provider } = integrations[integration];
  const { createdAt, index, title } = planned;
  const [first, site] = [FIRST_NUMBER[provider], slugOf(scope.theme)];
  const { name: author, id: assigneeId } = assigneeOf(random, provider);
  const number = first === undefined ? random.int(1_000_000_000, 4_000_000_000) : first + index * 3;
  const trackerKey = provider === 'linear' ? 'TID' : scope.theme.trackerKey;
  const reported = { site, trackerKey, assigneeId };
  const details = { number, title, author, subject: uuidAt(random, createdAt), startedAt: createdAt.getTime() };
  const states = STATES[provider] ?? [];
  const state = random.pick(states);
  const webhook = (sample: string, at: Date, more: object): Webhook => ({
    integration,
    sample,
    at,
    details: { ...details, reported: { ...reported, ...more } },
  });
  const moved = webhook('done', soonAfter(random, createdAt, 8 * day, scope.now), { state });
  const created = webhook('created', createdAt, {});
  const [event] = sampleEventsOf(provider);
  const key = event?.referenceKey?.(created.details as SampleDetails) ?? '';
  const item = { key, url: ADDRESSES[provider]?.(site, key) ?? '' };
  return { item, webhooks: random.chance(0.25) ? [created] : [created, moved] };
}

interface PlannedItem {
  createdAt: Date;
  index: number;
  title: string;
}

/** The items of every tracker of the project, and their webhooks. */
export function tellTrackers(scope: Scope): { items: TrackerItem[]; webhooks: Webhook[] } {
  const random = scope.random('references');
  const taken = new Set<string>();
  const counts = Object.entries(scope.plan.references) as [IntegrationName, number][];
  const reported = counts.flatMap(([integration, count]) =>
    spread(random, scope.now, count).map((createdAt, index) => {
      const title = taskTitle(random, scope.theme, random.pick(TASK_TYPES), taken);
      return tellItem(random, scope, integration, { createdAt, index, title });
    }),
  );
  return { items: reported.map(({ item }) => item), webhooks: reported.flatMap(({ webhooks }) => webhooks) };
}
