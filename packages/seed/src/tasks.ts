import {
  PRIORITIES,
  type Priority,
  TASK_STATES,
  TASK_TYPES,
  type TaskState,
  type TaskType,
} from '@slipway/contracts';
import { trackerKeys } from '@slipway/domain';
import { tokens } from './people.js';
import type { Random } from './random.js';
import type { Scope } from './scope.js';
import { taskDescription, taskTitle } from './task-text.js';
import { after, day, second, soonAfter, spread } from './times.js';
import { namingOf, type TrackerItem } from './trackers.js';

export interface DemoTask {
  id: number;
  accountId: number;
  projectId: number;
  title: string;
  description: string;
  state: TaskState;
  taskType: TaskType;
  priority: Priority;
  assigneeHandle: string | null;
  userId: number | null;
  labels: string[];
  metadata: object;
  viaApiTokenId: number | null;
  createdAt: Date;
  updatedAt: Date;
}

interface TaskContent {
  rows: DemoTask[];
  mentions: { taskId: number; key: string; projectId: number }[];
}

const agents: Record<TaskType, string[]> = {
  bug: ['triage-agent', 'repro-runner'],
  feature: ['triage-agent'],
  chore: ['cook-watcher', 'shader-janitor'],
  art: ['shader-janitor'],
  content: ['loc-sync'],
  balance: ['balance-sim'],
};

const labels = [
  'regression',
  'playtest',
  'co-op',
  'performance',
  'crash',
  'ui',
  'audio',
  'vfx',
  'accessibility',
  'localisation',
  'milestone-3',
  'milestone-4',
  'needs-repro',
  'polish',
];

// Lists of different lengths that are cycled in parallel: every value occurs, and so do most pairs.
const states: TaskState[] = [
  ...TASK_STATES,
  'completed',
  'to_do',
  'completed',
  'in_progress',
  'completed',
  'to_do',
  'completed',
];
const priorities: Priority[] = [...PRIORITIES, 'medium', 'high', 'medium', 'low', 'medium'];

function at<T>(list: readonly T[], index: number): T {
  return list[index % list.length] as T;
}

function assignee(random: Random, scope: Scope, type: TaskType): Pick<DemoTask, 'assigneeHandle' | 'userId'> {
  const people = scope.authors.flatMap(({ userId }) => (userId === null ? [] : [userId]));
  const draw = random.next();
  if (draw < 0.45) return { assigneeHandle: null, userId: random.pick(people) };
  if (draw < 0.75) return { assigneeHandle: random.pick(agents[type]), userId: null };
  return { assigneeHandle: null, userId: null };
}

/** The token that created the task. All tokens are the owner's, so only tasks in the owner's projects have one. */
function origin(random: Random, scope: Scope): Pick<DemoTask, 'metadata' | 'viaApiTokenId'> {
  const draw = random.next();
  const tokenId = (name: keyof typeof tokens) => Object.keys(tokens).indexOf(name) + 1;
  if (scope.project !== 'rival' && draw < 0.15)
    return { metadata: { client: { name: 'slipway-cli', version: '0.1.0' } }, viaApiTokenId: tokenId('cli') };
  if (scope.project !== 'rival' && draw < 0.25)
    return { metadata: { client: { name: 'release-dashboard' } }, viaApiTokenId: tokenId('full') };
  if (draw < 0.4) return { metadata: { estimate_hours: random.int(1, 24) }, viaApiTokenId: null };
  return { metadata: {}, viaApiTokenId: null };
}

function lastEdit(random: Random, state: TaskState, createdAt: Date, now: Date): Date {
  if (state === 'to_do' && random.chance(0.5)) return createdAt;
  return soonAfter(random, createdAt, (state === 'completed' ? 9 : 6) * day, now);
}

function describe(random: Random, scope: Scope, index: number, reference: TrackerItem | undefined): string {
  const parts = [taskDescription(random)];
  if (reference !== undefined) parts.push(`Tracked as ${namingOf(reference)}.`);
  if (index % 31 === 6) parts.push(`Reported by qa-lead@${scope.theme.host}.`);
  return parts.filter(Boolean).join('\n\n');
}

/** The tasks of a project, which people and agents wrote; `firstId` is the id of the first. */
export function makeTasks(scope: Scope, items: TrackerItem[], firstId: number): TaskContent {
  const random = scope.random('tasks');
  const taken = new Set<string>();
  const mentions: TaskContent['mentions'] = [];
  const rows = spread(random, scope.now, scope.plan.tasks).map((createdAt, index): DemoTask => {
    const id = firstId + index;
    const state = at(states, index * 3);
    const taskType = at(TASK_TYPES, index);
    const reference = index % 7 === 3 && items.length > 0 ? random.pick(items) : undefined;
    const description = describe(random, scope, index, reference);
    mentions.push(...trackerKeys(description).map((key) => ({ taskId: id, key, projectId: scope.projectId })));
    return {
      id,
      accountId: scope.accountId,
      projectId: scope.projectId,
      title: taskTitle(random, scope.theme, taskType, taken),
      description,
      state,
      taskType,
      priority: at(priorities, index * 2 + (index >> 3)),
      ...assignee(random, scope, taskType),
      labels: random.chance(0.65) ? random.some(labels, random.int(1, 3)) : [],
      ...origin(random, scope),
      createdAt,
      updatedAt: lastEdit(random, state, after(createdAt, second), scope.now),
    };
  });
  return { rows, mentions };
}
