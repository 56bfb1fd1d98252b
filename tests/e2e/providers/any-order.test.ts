import { describe, expect, it } from '@jest/globals';
import { runs } from '@slipway/testing';
import fc from 'fast-check';
import { snapshot } from './snapshot.js';
import * as buildkite from './stories/buildkite.js';
import * as deployment from './stories/deployment.js';
import { created } from './stories/diversion.js';
import * as gameEngine from './stories/game-engine.js';
import * as github from './stories/github.js';
import * as jenkins from './stories/jenkins.js';
import { pushed } from './stories/lore.js';
import { submitted } from './stories/perforce.js';
import { trackers } from './stories/trackers.js';
import { openStudio } from './studio.js';
import type { Webhook } from './webhook.js';

const studio = await openStudio();

const stories: { name: string; webhooks: readonly Webhook[] }[] = [
  {
    name: 'a build by flat reports, and its changelist',
    webhooks: [...Object.values(jenkins.flatReports), submitted.described],
  },
  { name: 'a build by notifications', webhooks: Object.values(jenkins.notifications) },
  { name: 'triggered builds', webhooks: Object.values(jenkins.triggers) },
  { name: 'a build of Buildkite', webhooks: Object.values(buildkite.build) },
  {
    name: 'game engine builds',
    webhooks: [gameEngine.completed, gameEngine.failed].flatMap((story) => Object.values(story)),
  },
  { name: 'a deployment and its build', webhooks: [...Object.values(deployment.deployment), deployment.build] },
  { name: 'a changelist', webhooks: Object.values(submitted) },
  { name: 'revisions of Lore', webhooks: Object.values(pushed) },
  { name: 'commits of Diversion', webhooks: Object.values(created) },
  { name: 'a pull request', webhooks: Object.values(github.pull) },
  { name: 'an Actions run', webhooks: Object.values(github.run) },
  { name: 'a rewritten branch', webhooks: Object.values(github.rewrite) },
  ...trackers.map(({ provider, created: made, assigned, closed }) => ({
    name: `an item of ${provider}`,
    webhooks: [made, assigned, closed],
  })),
  ...trackers.map(({ provider, created: made, closed, deleted }) => ({
    name: `an item of ${provider} that is gone`,
    webhooks: [made, closed, deleted],
  })),
];

async function shown(webhooks: readonly Webhook[]): Promise<unknown> {
  const project = await studio.project({ approves: ['texture', 'level'] });
  await project.integrate('monday', { account_slug: 'tidewright' });
  const deliveries = new Set<string>();
  for (const webhook of webhooks) deliveries.add((await project.send(webhook)).deliveryId);
  for (const deliveryId of deliveries) await project.settled(deliveryId);
  return snapshot(project);
}

/**
 * How many orders are tried for each story, the same in every run. Tests of the store try many orders of reports of any
 * kind.
 */
const ORDERS = 1;
/** Detects a hanging test; one test makes many deliveries and reads. */
const LIMIT_MS = 120_000;

describe.each(stories)('$name', ({ webhooks }) => {
  it(
    'has the same result in any order and however often it is delivered',
    async () => {
      const inOrder = await shown(webhooks);
      const anyOrder = fc
        .tuple(
          fc.shuffledSubarray([...webhooks], { minLength: webhooks.length }),
          fc.shuffledSubarray([...webhooks]),
        )
        .map(([all, again]) => [...all, ...again]);
      for (const order of fc.sample(anyOrder, runs(ORDERS))) expect(await shown(order)).toEqual(inOrder);
    },
    LIMIT_MS,
  );
});
