import { describe, expect, it } from '@jest/globals';
import { replayDeliveries } from '@slipway/contracts';
import { listed, one, two } from './commits.js';
import { commit, NO_COMMIT, push } from './stories/github-payloads.js';
import { openStudio, type StagedProject } from './studio.js';
import type { Webhook } from './webhook.js';

const studio = await openStudio();

/** Detects a hanging test; one test creates a project for each order. */
const LIMIT_MS = 180_000;

const instead = commit('instead', { minutes: 5 });
const created = push({ before: NO_COMMIT, after: two.id, commits: [one, two], minutes: 3 });
const away = () => push({ before: two.id, after: instead.id, commits: [instead], forced: true, minutes: 6 });
const back = () => push({ before: instead.id, after: two.id, commits: [], head: two, forced: true, minutes: 6 });

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

/** Sends webhooks without waiting in between, so that some are applied together. */
async function deliverAtOnce(project: StagedProject, webhooks: readonly Webhook[]): Promise<void> {
  const sent: string[] = [];
  for (const webhook of webhooks) sent.push((await project.send(webhook)).deliveryId);
  for (const deliveryId of sent) expect(await project.settled(deliveryId)).toBe('applied');
}

describe('pushes to a branch within one second', () => {
  it(
    'keep a commit that was forced away and back, in every order of arrival',
    async () => {
      for (const order of permutations([created, away(), back()])) {
        const project = await studio.project();
        await project.deliver(...order);
        expect(await listed(project)).toEqual(['two', 'one']);
      }
    },
    LIMIT_MS,
  );

  it(
    'orphan a commit that was forced away twice, in every order of arrival',
    async () => {
      for (const order of permutations([created, away(), back(), away()])) {
        const project = await studio.project();
        await deliverAtOnce(project, order);
        expect(await listed(project)).toEqual(['instead']);
      }
    },
    LIMIT_MS,
  );

  it(
    'have the same effect when they are replayed',
    async () => {
      const project = await studio.project();
      await deliverAtOnce(project, [away(), created, back()]);
      const params = { project_id: project.id };
      const { replays } = await project.client.call(replayDeliveries, { params, body: { provider: 'github' } });
      expect(replays).toHaveLength(3);
      for (const { delivery_id: id = '' } of replays) expect(await project.settled(id)).toBe('applied');
      expect(await listed(project)).toEqual(['two', 'one']);
      expect(await studio.service.database.prisma.refMove.count({ where: { projectId: project.id } })).toBe(3);
    },
    LIMIT_MS,
  );
});
