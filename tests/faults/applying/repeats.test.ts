import { afterAll, describe, expect, it } from '@jest/globals';
import type { DeploymentReport } from '@slipway/domain';
import { factories, openTestDatabase, testDatabase } from '@slipway/testing';
import { applier } from './applier.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId } = await make.studio();

const START = Date.UTC(2026, 0, 1);
const WINDOW_MS = 30_000;

/** A report as a tool without ids of its own sends it: the same text each time, known by its digest. */
function told(event: 'live' | 'rolled_back', second: number) {
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
  return { key: `digest of ${event}`, keyWindowMs: WINDOW_MS, receivedAt, operations: [operation] };
}

/** A project of its own: how to apply a batch to it, and how its deployment stands. */
async function newProject() {
  const project = await make.project(accountId);
  const { id: integrationId } = await make.integration(project, 'deployment');
  const { apply } = applier(database, { ...project, integrationId, provider: 'deployment' });
  return {
    apply: async (...batch: ReturnType<typeof told>[]) => (await apply(batch)).map(({ outcome }) => outcome),
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
