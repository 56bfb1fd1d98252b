import { TASK_TYPES } from '@slipway/contracts';
import { canonicalKey } from '@slipway/domain';
import { userIds, users } from './people.js';
import { type IntegrationName, integrationId, integrations } from './projects.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { taskTitle } from './task-text.js';
import { slugOf } from './themes.js';
import { day, soonAfter, spread, uuidAt } from './times.js';

export interface ReferenceRow {
  id: number;
  accountId: number;
  projectId: number;
  integrationId: number;
  provider: string;
  externalId: string;
  key: string;
  title: string;
  state: string;
  url: string;
  assigneeUid: string | null;
  assigneeUserId: number | null;
  removedAt: null;
  providerTime: Date;
  createdAt: Date;
  updatedAt: Date;
}

const states: Record<string, string[]> = {
  jira: ['To Do', 'In Progress', 'In Review', 'Done'],
  linear: ['Backlog', 'Todo', 'In Progress', 'Done'],
  trello: ['Incoming', 'Doing', 'Review', 'Finished'],
  monday: ['Working on it', 'Stuck', 'Done'],
  asana: ['Open', 'Completed'],
};

interface Identity {
  externalId: string;
  key: string;
  url: string;
}

function identify(random: Random, scope: Scope, provider: string, index: number): Identity {
  const { host, trackerKey } = scope.theme;
  const digits = (length: number) => Array.from({ length }, () => random.int(1, 9)).join('');
  if (provider === 'jira') {
    const key = `${trackerKey}-${201 + index * 3}`;
    return { externalId: String(10_420 + index), key, url: `https://jira.${host}/browse/${key}` };
  }
  if (provider === 'linear') {
    const key = `TID-${31 + index}`;
    return {
      externalId: uuidAt(random, scope.now),
      key,
      url: `https://linear.app/${slugOf(scope.theme)}/issue/${key}`,
    };
  }
  if (provider === 'trello') {
    const key = random.hex(8);
    return { externalId: random.hex(24), key, url: `https://trello.com/c/${key}` };
  }
  const key = digits(provider === 'asana' ? 16 : 10);
  const url =
    provider === 'asana'
      ? `https://app.asana.com/0/0/${key}`
      : `https://${slugOf(scope.theme)}.monday.com/boards/${MONDAY_BOARD}/pulses/${key}`;
  return { externalId: key, key, url };
}

const MONDAY_BOARD = 4_127_330_518;

/** How people mention an item: by its key if that is readable, otherwise by its address. */
export function namingOf({ key, url }: Pick<Identity, 'key' | 'url'>): string {
  return isSpokenKey(key) ? key : url;
}

/** Whether a key looks like ENG-142, which people write in front of a subject. */
export function isSpokenKey(key: string): boolean {
  return /^[A-Z]+-\d+$/.test(key);
}

/** The row with which mentions find an item. */
export function keyOf({ id, key, projectId }: ReferenceRow) {
  return { referenceId: id, key: canonicalKey(key), projectId };
}

/** The person named by a tracker. They are resolved if the login is one of their connected accounts. */
function assignee(random: Random, provider: string) {
  const known = Object.entries(users).flatMap(([key, { connected }]) =>
    connected
      .filter(([tool]) => tool === provider)
      .map(([, uid]) => ({ assigneeUid: uid, assigneeUserId: userIds[key as keyof typeof userIds] })),
  );
  const draw = random.next();
  if (draw < 0.5 && known.length > 0) return random.pick(known);
  if (draw < 0.75) return { assigneeUid: random.hex(24), assigneeUserId: null };
  return { assigneeUid: null, assigneeUserId: null };
}

/** Tracker items of every tracker integration of the project. */
export function makeReferences(scope: Scope): ReferenceRow[] {
  const random = scope.random('references');
  const taken = new Set<string>();
  const counts = Object.entries(scope.plan.references) as [IntegrationName, number][];
  return counts.flatMap(([name, count]) => {
    const { provider } = integrations[name];
    return spread(random, scope.now, count).map((createdAt, index): ReferenceRow => {
      const updatedAt = soonAfter(random, createdAt, 8 * day, scope.now);
      return {
        id: scope.ids.next('external_references'),
        accountId: scope.accountId,
        projectId: scope.projectId,
        integrationId: integrationId(name),
        provider,
        ...identify(random, scope, provider, index),
        title: taskTitle(random, scope.theme, random.pick(TASK_TYPES), taken),
        state: random.pick(states[provider] ?? ['Open']),
        ...assignee(random, provider),
        removedAt: null,
        providerTime: updatedAt,
        createdAt,
        updatedAt,
      };
    });
  });
}
