import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import type { DeploymentReport } from '@slipway/domain';
import {
  type AppliedDelivery,
  factories,
  newAppliedProject,
  openTestDatabase,
  testDatabase,
} from '@slipway/testing';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { accountId } = await factories(database).studio();

const START = Date.UTC(2026, 0, 1);
const WINDOW_MS = 30_000;

type Sent = AppliedDelivery & { readonly receivedAt: number };

/** A report from a tool that sends no ids: its key is a digest of the body, which is the same each time. */
function send(event: 'live' | 'rolled_back', second: number): Sent {
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

/** A replay of a delivery. */
function replayOf({ id = '', key, receivedAt, operations }: Sent): Sent {
  const replay: Delivery['replay'] = { of: id, key, requestedAt: receivedAt + 5_000 };
  const own = randomUUID();
  return { id: own, key: `replay:${own}`, receivedAt, operations, replay };
}

async function newProject() {
  const { apply, bury, projectId, integrationId } = await newAppliedProject(database, accountId, 'deployment');
  const { prisma } = database;
  return {
    bury,
    async openLetters() {
      const letters = await prisma.deadLetter.findMany({ where: { integrationId, resolvedAt: null } });
      return letters.map(({ deliveryId }) => deliveryId);
    },
    events: () => prisma.deploymentEvent.count({ where: { deployment: { projectId } } }),
    async reasons() {
      const where = { projectId, outcome: 'duplicate' as const };
      const rows = await prisma.delivery.findMany({ where, orderBy: { receivedAt: 'asc' } });
      return rows.map(({ reason }) => reason);
    },
    apply: async (...batch: Sent[]) => (await apply(batch)).map(({ outcome }) => outcome),
    status: async () => (await prisma.deployment.findFirstOrThrow({ where: { projectId } })).status,
  };
}

describe('a repeated digest', () => {
  it('counts as a new delivery after its window, even in the same batch', async () => {
    const { apply, status } = await newProject();
    const outcomes = await apply(send('live', 0), send('live', 1), send('rolled_back', 20), send('live', 40));
    expect(outcomes).toEqual(['applied', 'duplicate', 'applied', 'applied']);
    expect(await status()).toBe('live');
  });

  it('counts as a new delivery after the window of an earlier batch, even behind a duplicate', async () => {
    const { apply, status } = await newProject();
    expect(await apply(send('live', 0))).toEqual(['applied']);
    const outcomes = await apply(send('live', 20), send('rolled_back', 25), send('live', 35), send('live', 50));
    expect(outcomes).toEqual(['duplicate', 'applied', 'applied', 'duplicate']);
    expect(await status()).toBe('live');
  });

  it('counts as a new delivery in every window that a batch spans', async () => {
    const { apply, status } = await newProject();
    const seconds = Array.from({ length: 20 }, (_, step) => step * 20);
    const outcomes = await apply(...seconds.map((second) => send('live', second)), send('rolled_back', 390));
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(11);
    expect(await status()).toBe('rolled_back');
  });
});

describe('deliveries with the same digest that overtake each other', () => {
  it.each([1, 2])('are applied once each, in batches of %d', async (size) => {
    const { apply, events, status } = await newProject();
    const [first, between, last] = [send('live', 0), send('rolled_back', 20), send('live', 40)];
    const sent = [last, first, between, last, first, between, { ...send('live', 5) }, { ...send('live', 45) }];
    const outcomes: string[] = [];
    for (let at = 0; at < sent.length; at += size) outcomes.push(...(await apply(...sent.slice(at, at + size))));
    expect(outcomes).toEqual([...Array(3).fill('applied'), ...Array(5).fill('duplicate')]);
    expect([await events(), await status()]).toEqual([3, 'live']);
  });

  it('are applied once each in the right order, even if the first is sent again', async () => {
    const { apply, reasons } = await newProject();
    const [first, last] = [send('live', 0), send('live', 40)];
    expect([...(await apply(first)), ...(await apply(last))]).toEqual(['applied', 'applied']);
    const late = [send('live', 1), send('live', 41)];
    expect(await apply(...late)).toEqual(['duplicate', 'duplicate']);
    expect(await apply(first)).toEqual(['duplicate']);
    expect(await reasons()).toEqual([`repeats ${first.id}`, `repeats ${last.id}`]);
  });

  it('are applied once each in one batch, whatever its order', async () => {
    const { apply } = await newProject();
    const outcomes = await apply(
      send('live', 80),
      send('live', 1),
      send('live', 0),
      send('live', 40),
      send('live', 41),
    );
    expect(outcomes).toEqual(['applied', 'duplicate', 'applied', 'applied', 'duplicate']);
  });

  it('are applied once each by several concurrent workers', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { apply, events } = await newProject();
      const [first, last] = [send('live', 0), send('live', 40)];
      const outcomes = await Promise.all([last, first, send('live', 3), first, last].map((item) => apply(item)));
      expect(outcomes.flat().filter((outcome) => outcome === 'applied')).toHaveLength(2);
      expect(await events()).toBe(2);
    }
  });
});

describe('the digest of a dead delivery', () => {
  it('is free again after its window once a replay has succeeded', async () => {
    const { apply, bury, openLetters } = await newProject();
    const dead = send('live', 0);
    await bury(dead);
    expect(await apply(replayOf(dead))).toEqual(['applied']);
    expect(await openLetters()).toEqual([]);
    expect(await apply(send('live', 10))).toEqual(['duplicate']);
    expect(await apply(send('live', 3_600))).toEqual(['applied']);
  });

  it('is not settled by a replay of a delivery in another window', async () => {
    for (const order of [
      [0, 40],
      [40, 0],
    ] as const) {
      const { apply, bury, openLetters } = await newProject();
      const [one, other] = [send('live', order[0]), send('live', order[1])];
      const [first, last] = order[0] === 0 ? [one, other] : [other, one];
      await bury(one);
      await bury(other);
      expect(await apply(replayOf(first))).toEqual(['applied']);
      expect(await openLetters()).toEqual([last.id]);
      expect(await apply(replayOf(last))).toEqual(['applied']);
      expect(await openLetters()).toEqual([]);
      expect(await apply(send('live', 45), first, send('live', 100))).toEqual([
        'duplicate',
        'duplicate',
        'applied',
      ]);
    }
  });

  it('is not settled by an older delivery that was overtaken', async () => {
    const { apply, bury, openLetters } = await newProject();
    const dead = send('live', 40);
    await bury(dead);
    expect(await apply(send('live', 0))).toEqual(['applied']);
    expect(await openLetters()).toEqual([dead.id]);
    expect(await apply(send('live', 45))).toEqual(['applied']);
    expect(await openLetters()).toEqual([]);
  });
});
