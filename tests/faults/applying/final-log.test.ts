import { afterAll, describe, expect, it } from '@jest/globals';
import type { Delivery } from '@slipway/contracts';
import { normalize } from '@slipway/providers';
import { openTestDatabase, testDatabase, testDelivery } from '@slipway/testing';
import { newApplier } from './applier.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const { apply, projectId, integrationId } = await newApplier(database, 'jenkins');

const NOW = Date.UTC(2026, 0, 1, 12);
const MINUTE_MS = 60_000;

/** Reports as a CI script sends them, by a clock of its own or none at all. */
const lives = {
  'without times': [{}, {}, {}],
  'with an end before we heard of the start': [
    {},
    {},
    { finished_at: new Date(NOW - 50 * MINUTE_MS).toISOString() },
  ],
  'with times of long ago': [
    {},
    { started_at: new Date(NOW - 60 * MINUTE_MS).toISOString() },
    { finished_at: new Date(NOW - 50 * MINUTE_MS).toISOString() },
  ],
} as const;

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

const words = [
  { status: 'QUEUED' },
  { status: 'STARTED', logs_tail: 'Started by timer', commit: 'a'.repeat(40), branch: 'early' },
  { status: 'FAILURE', logs_tail: 'error C2065', commit: 'b'.repeat(40), branch: 'final' },
];

let made = 0;

function operationsOf(body: object, receivedAt: number) {
  const delivery: Delivery = testDelivery({ body: JSON.stringify(body), receivedAt });
  const context = { integrationId, engine: 'unreal', config: {}, approvalAssetTypes: [] } as const;
  return normalize(delivery, context).operations;
}

describe.each(Object.entries(lives))('a build reported %s', (_name, times) => {
  it.each(ORDERS)('has the log and the commit of its end, told as %i %i %i', async (...order) => {
    made += 1;
    const buildNumber = String(made);
    for (const [place, which] of order.entries()) {
      const body = { job_name: 'Harbor', build_number: buildNumber, ...words[which], ...times[which] };
      const receivedAt = NOW + place * 1_000;
      await apply([{ key: `${buildNumber} ${which}`, receivedAt, operations: operationsOf(body, receivedAt) }]);
    }
    const run = await database.prisma.buildRun.findFirstOrThrow({
      where: { projectId, buildNumber },
      include: { log: true },
    });
    expect(run).toMatchObject({
      status: 'failed',
      commitHash: 'b'.repeat(40),
      branch: 'final',
      log: { content: 'error C2065', final: true },
    });
  });
});
