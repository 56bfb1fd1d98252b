import { setImmediate } from 'node:timers/promises';
import type { Delivery } from '@slipway/contracts';
import { type Normalized, normalize } from '@slipway/providers';
import { cookAssets, placeAssets } from './assets.js';
import { authorsOf } from './authors.js';
import { reportBuild } from './build-reports.js';
import { draftBuilds } from './builds.js';
import { draftChanges, reportChanges } from './changes.js';
import { tellDeployments } from './deployments.js';
import { type Finding, findCause } from './findings.js';
import type { TableRows } from './insert-rows.js';
import { type Findings, nameOf } from './investigations.js';
import { DEAD_REASON, tellDead, tellMistakes } from './mistakes.js';
import { accountIds } from './people.js';
import { plans } from './plans.js';
import { integrationList, type ProjectName, projectIds, projects } from './projects.js';
import { randomFor } from './random.js';
import type { Scope } from './scope.js';
import { makeTasks } from './tasks.js';
import { reportTests } from './test-reports.js';
import { minute } from './times.js';
import { tellTrackers } from './trackers.js';
import { toDelivery } from './webhooks.js';

/** A delivery, and what it says. */
export type StoryDelivery = Normalized & { delivery: Delivery };

/** What becomes of a delivery that nobody can apply. */
const DEAD = { outcome: 'rejected', reason: DEAD_REASON, operations: [] } as const;

/** What happened in the studios. */
export interface Story {
  /** When it ends. */
  now: Date;
  /** What their tools sent, in the order in which it arrived. */
  deliveries: StoryDelivery[];
  /** What the logs of failed builds say. */
  findings: Findings;
  /** What people and agents wrote. */
  tasks: TableRows;
}

function scopeOf(project: ProjectName, now: Date): Scope {
  return {
    project,
    accountId: accountIds[projects[project].account],
    projectId: projectIds[project],
    theme: projects[project].theme,
    plan: plans[project],
    authors: authorsOf(project),
    now,
    random: (subject) => randomFor(`${project}/${subject}`),
  };
}

/** The story of one project. Later subjects add files to the changes of earlier ones. */
function tellProject(scope: Scope, firstTaskId: number) {
  const trackers = tellTrackers(scope);
  const tasks = makeTasks(scope, trackers.items, firstTaskId);
  const changes = draftChanges(scope, tasks.rows, trackers.items);
  const builds = draftBuilds(scope, changes);
  const tests = reportTests(scope, builds);
  const assets = placeAssets(scope, changes);
  const webhooks = [
    ...trackers.webhooks,
    ...reportChanges(scope, changes),
    ...builds.flatMap((build) => reportBuild(scope, build)),
    ...cookAssets(assets, builds),
    ...tellDeployments(scope, builds),
  ];
  webhooks.sort((a, b) => a.at.getTime() - b.at.getTime());
  webhooks.push(...tellMistakes(scope, webhooks));
  const random = scope.random('deliveries');
  return {
    tasks,
    findings: builds.map(findCause).filter((found) => found !== null),
    deliveries: [
      ...webhooks.map((webhook) => read(scope, toDelivery(random, webhook))),
      ...tests.map((delivery) => read(scope, delivery)),
      ...tellDead(scope, webhooks).map((webhook) => ({ delivery: toDelivery(random, webhook), ...DEAD })),
    ],
  };
}

function read({ project }: Scope, delivery: Delivery): StoryDelivery {
  const { config = {} } = integrationList[delivery.integrationId - 1] ?? {};
  return { delivery, ...normalize(delivery, { engine: projects[project].engine, config }) };
}

/** Tells the whole story. It needs no server, so a program can tell it while its servers start. */
export async function tellStory(until = new Date()): Promise<Story> {
  const now = new Date(until.getTime() - (until.getTime() % minute));
  const findings = new Map<string, Finding>();
  const [tasks, mentions]: [object[], object[]] = [[], []];
  const story: Story = {
    now,
    deliveries: [],
    findings,
    tasks: [
      ['tasks', tasks],
      ['task_mentions', mentions],
    ],
  };
  for (const project of Object.keys(projects) as ProjectName[]) {
    const part = tellProject(scopeOf(project, now), tasks.length + 1);
    tasks.push(...part.tasks.rows);
    mentions.push(...part.tasks.mentions);
    story.deliveries.push(...part.deliveries);
    for (const finding of part.findings) findings.set(nameOf(finding.build), finding);
    await setImmediate();
  }
  story.deliveries.sort((a, b) => a.delivery.receivedAt - b.delivery.receivedAt);
  return story;
}
