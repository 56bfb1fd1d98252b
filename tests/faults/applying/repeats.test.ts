import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import type { DeploymentReport } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { applier, type ToldDelivery } from './applier.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId } = await make.studio();

const START = Date.UTC(2026, 0, 1);
const WINDOW_MS = 30_000;

type Told = ToldDelivery & { readonly receivedAt: number };

/** A report as a tool without ids of its own sends it: the same text each time, known by its digest. */
function told(event: 'live' | 'rolled_back', second: number): Told {
  const receivedAt = START + second * 1_000;
  const operation: DeploymentReport = {
    kind: 'deployment',
    platform: 'steam',
    buildNumber: '7',
    branch: '',
    externalId: '480',
    event,
    status: event,
    at: receivedAt,
  };
  return {
    id: randomUUID(),
    key: `digest of ${event}`,
    keyWindowMs: WINDOW_MS,
    receivedAt,
    operations: [operation],
  };
}

/** The same, processed again because someone asked for it. */
function again({ id = '', key, receivedAt, operations }: Told): Told {
  const replay: Delivery['replay'] = { of: id, key, requestedAt: receivedAt + 5_000 };
  const own = randomUUID();
  return { id: own, key: `replay:${own}`, receivedAt, operations, replay };
}

/** A project of its own: how to apply a batch to it, and how its deployment stands. */
async function newProject() {
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'deployment');
  const { apply, bury } = applier(database, { ...project, integrationId, provider: 'deployment' });
  return {
    bury,
    openLetters: () =>
      database.prisma.deadLetter
        .findMany({ where: { integrationId, resolvedAt: null } })
        .then((letters) => letters.map(({ deliveryId }) => deliveryId)),
    events: () => database.prisma.deploymentEvent.count({ where: { deployment: { projectId: project.id } } }),
    reasons: async () => {
      const where = { projectId: project.id, outcome: 'duplicate' as const };
      const lines = await database.prisma.delivery.findMany({ where, orderBy: { receivedAt: 'asc' } });
      return lines.map(({ reason }) => reason);
    },
    apply: async (...batch: Told[]) => (await apply(batch)).map(({ outcome }) => outcome),
    async status() {
      const where = { projectId: project.id };
      return (await database.prisma.deployment.findFirstOrThrow({ where })).status;
    },
  };
}

describe('a repeat that is known by its digest', () => {
  it('counts once its window is over, however late the batch is that holds both', async () => {
    const { apply, status } = await newProject();
    const outcomes = await apply(told('live', 0), told('live', 1), told('rolled_back', 20), told('live', 40));
    expect(outcomes).toEqual(['applied', 'duplicate', 'applied', 'applied']);
    expect(await status()).toBe('live');
  });

  it('counts once the window of an earlier batch is over, also behind one that came too soon', async () => {
    const { apply, status } = await newProject();
    expect(await apply(told('live', 0))).toEqual(['applied']);
    const outcomes = await apply(told('live', 20), told('rolled_back', 25), told('live', 35), told('live', 50));
    expect(outcomes).toEqual(['duplicate', 'applied', 'applied', 'duplicate']);
    expect(await status()).toBe('live');
  });

  it('counts in every window that a batch spans', async () => {
    const { apply, status } = await newProject();
    const seconds = Array.from({ length: 20 }, (_, step) => step * 20);
    const outcomes = await apply(...seconds.map((second) => told('live', second)), told('rolled_back', 390));
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(11);
    expect(await status()).toBe('rolled_back');
  });
});

describe('deliveries of one digest that overtake each other', () => {
  it.each([1, 2])('count both, and each once, however they are cut into batches (%d to a batch)', async (size) => {
    const { apply, events, status } = await newProject();
    const [first, between, last] = [told('live', 0), told('rolled_back', 20), told('live', 40)];
    const sent = [last, first, between, last, first, between, { ...told('live', 5) }, { ...told('live', 45) }];
    const outcomes: string[] = [];
    for (let at = 0; at < sent.length; at += size) outcomes.push(...(await apply(...sent.slice(at, at + size))));
    expect(outcomes).toEqual([...Array(3).fill('applied'), ...Array(5).fill('duplicate')]);
    expect([await events(), await status()]).toEqual([3, 'live']);
  });

  it('count each once in the right order too, when the first comes again', async () => {
    const { apply, reasons } = await newProject();
    const [first, last] = [told('live', 0), told('live', 40)];
    expect([...(await apply(first)), ...(await apply(last))]).toEqual(['applied', 'applied']);
    const late = [told('live', 1), told('live', 41)];
    expect(await apply(...late)).toEqual(['duplicate', 'duplicate']);
    expect(await apply(first)).toEqual(['duplicate']);
    expect(await reasons()).toEqual([`repeats ${first.id}`, `repeats ${last.id}`]);
  });

  it('count once in one batch, whatever order it has', async () => {
    const { apply } = await newProject();
    const outcomes = await apply(
      told('live', 80),
      told('live', 1),
      told('live', 0),
      told('live', 40),
      told('live', 41),
    );
    expect(outcomes).toEqual(['applied', 'duplicate', 'applied', 'applied', 'duplicate']);
  });

  it('count once when several workers have them at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { apply, events } = await newProject();
      const [first, last] = [told('live', 0), told('live', 40)];
      const outcomes = await Promise.all([last, first, told('live', 3), first, last].map((item) => apply(item)));
      expect(outcomes.flat().filter((outcome) => outcome === 'applied')).toHaveLength(2);
      expect(await events()).toBe(2);
    }
  });
});

describe('a digest whose delivery died', () => {
  it('holds no longer than any other once a replay has settled it', async () => {
    const { apply, bury, openLetters } = await newProject();
    const dead = told('live', 0);
    await bury(dead);
    expect(await apply(again(dead))).toEqual(['applied']);
    expect(await openLetters()).toEqual([]);
    expect(await apply(told('live', 10))).toEqual(['duplicate']);
    expect(await apply(told('live', 3_600))).toEqual(['applied']);
  });

  it('holds no longer either when it was buried without an end to its window', async () => {
    const { apply, bury } = await newProject();
    const dead = told('live', 0);
    await bury(dead);
    await database.prisma.deliveryKey.updateMany({
      where: { deliveryId: dead.id ?? '' },
      data: { expiresAt: null },
    });
    await apply(again(dead));
    expect(await apply(told('live', 10), told('live', 3_600))).toEqual(['duplicate', 'applied']);
  });

  it('leaves what died in another window to a replay of its own', async () => {
    for (const order of [
      [0, 40],
      [40, 0],
    ] as const) {
      const { apply, bury, openLetters } = await newProject();
      const [one, other] = [told('live', order[0]), told('live', order[1])];
      const [first, last] = order[0] === 0 ? [one, other] : [other, one];
      await bury(one);
      await bury(other);
      expect(await apply(again(first))).toEqual(['applied']);
      expect(await openLetters()).toEqual([last.id]);
      expect(await apply(again(last))).toEqual(['applied']);
      expect(await openLetters()).toEqual([]);
      expect(await apply(told('live', 45), first, told('live', 100))).toEqual([
        'duplicate',
        'duplicate',
        'applied',
      ]);
    }
  });

  it('is not taken for settled by an older one that was overtaken', async () => {
    const { apply, bury, openLetters } = await newProject();
    const dead = told('live', 40);
    await bury(dead);
    expect(await apply(told('live', 0))).toEqual(['applied']);
    expect(await openLetters()).toEqual([dead.id]);
    expect(await apply(told('live', 45))).toEqual(['applied']);
    expect(await openLetters()).toEqual([]);
  });
});
