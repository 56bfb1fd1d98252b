import { afterAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import { factories, openTestDatabase, runs, testDatabase } from '@slipway/testing';
import fc from 'fast-check';
import { applier, type ToldDelivery } from './applier.js';
import { dump } from './dump.js';
import { fewKinds, operation } from './operations.js';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const TELLERS = ['github', 'jenkins', 'buildkite'] as const;
await database.prisma.connectedAccount.createMany({
  data: TELLERS.map((provider) => ({ userId, provider, uid: 'Ada' })),
});
type Teller = (typeof TELLERS)[number];

interface Telling extends ToldDelivery {
  readonly by: Teller;
}

/** A project with a repository and two build servers that tell of it. */
async function newApplier() {
  const project = await make.project(accountId);
  await database.prisma.project.update({ where: { id: project.id }, data: { approvalAssetTypes: ['texture'] } });
  const integrationIds = new Map<Teller, number>();
  for (const provider of TELLERS) integrationIds.set(provider, (await make.integration(project, provider)).id);
  const viaOf = (provider: Teller) => ({ provider, integrationId: integrationIds.get(provider) ?? 0 });
  const { apply } = applier(database, { ...project, ...viaOf('github') });
  return {
    projectId: project.id,
    apply: (told: readonly Telling[]) => apply(told.map((telling) => ({ ...telling, via: viaOf(telling.by) }))),
  };
}

/** Only the repository itself tells of its branches, and of changes at first hand. */
function asToldBy(by: Teller, operation: Operation): Operation[] {
  if (by === 'github') return [operation];
  if (operation.kind === 'ref_move') return [];
  return operation.kind === 'change' ? [{ ...operation, repository: '', secondHand: true }] : [operation];
}

/** Each at a moment of its own, however often it comes. */
const RECEIVED_AT = 1_700_000_000_000;

const teller = fc.constantFrom<Teller>('github', ...TELLERS);

/** Deliveries, and the same in another order, some twice, cut into envelopes. */
const scenario = fewKinds
  .chain((told) =>
    fc.array(fc.tuple(teller, fc.array(told, { minLength: 1, maxLength: 3 })), {
      minLength: 2,
      maxLength: 12,
      size: 'max',
    }),
  )
  .chain((bodies) => {
    const deliveries = bodies.map(
      ([by, told], index): Telling => ({
        key: `d${index}`,
        receivedAt: RECEIVED_AT + index,
        by,
        operations: told.flatMap((operation) => asToldBy(by, operation)),
      }),
    );
    return fc.record({
      deliveries: fc.constant(deliveries),
      shuffled: fc
        .tuple(fc.shuffledSubarray(deliveries, { minLength: deliveries.length }), fc.shuffledSubarray(deliveries))
        .map(([all, again]) => [...all, ...again]),
      sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      appliers: fc.integer({ min: 1, max: 3 }),
    });
  });

function cut<T>(items: readonly T[], sizes: readonly number[]): T[][] {
  const envelopes: T[][] = [];
  for (let start = 0; start < items.length; ) {
    const size = sizes[envelopes.length % sizes.length] ?? 1;
    envelopes.push(items.slice(start, start + size));
    start += size;
  }
  return envelopes;
}

describe('applying deliveries', () => {
  it('gives the same rows in any order, repeated, cut into any envelopes, by several workers', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ deliveries, shuffled, sizes, appliers }) => {
        const [inOrder, atOnce] = [await newApplier(), await newApplier()];
        for (const delivery of deliveries) await inOrder.apply([delivery]);
        const envelopes = cut(shuffled, sizes);
        const lane = (n: number) => envelopes.filter((_, index) => index % appliers === n);
        await Promise.all(
          Array.from({ length: appliers }, async (_, n) => {
            for (const envelope of lane(n)) await atOnce.apply(envelope);
          }),
        );
        expect(await dump(database.pool, atOnce.projectId)).toEqual(await dump(database.pool, inOrder.projectId));
      }),
      runs(60),
    );
  }, 240_000);

  it('lets a build and its deployment find each other when they come at once', async () => {
    const one = await newApplier();
    const numbers = Array.from({ length: 40 }, (_, index) => `${index}`);
    const about = { attempt: 1, status: 'completed', originalStatus: null, reportedAt: 1 } as const;
    const shipped = {
      platform: 'steam',
      branch: '',
      externalId: '',
      event: 'live',
      status: 'live',
      at: 1,
    } as const;
    for (const buildNumber of numbers)
      await Promise.all([
        one.apply([
          {
            key: `b${buildNumber}`,
            by: 'jenkins',
            operations: [{ kind: 'build_report', jobName: 'win', buildNumber, ...about }],
          },
        ]),
        one.apply([
          { key: `d${buildNumber}`, by: 'jenkins', operations: [{ kind: 'deployment', buildNumber, ...shipped }] },
        ]),
      ]);
    const unlinked = { projectId: one.projectId, buildRunId: null };
    expect(await database.prisma.deployment.count({ where: unlinked })).toBe(0);
  });

  it('keeps two projects with equal names apart', async () => {
    const [one, other] = [await newApplier(), await newApplier()];
    const operations: Operation[] = fc.sample(operation, { numRuns: 40, seed: 7 });
    await one.apply([{ key: 'a', by: 'github', operations }]);
    const before = await dump(database.pool, other.projectId);
    expect(Object.values(before).flat()).toEqual([]);
    await other.apply([{ key: 'a', by: 'github', operations }]);
    expect(await dump(database.pool, other.projectId)).toEqual(await dump(database.pool, one.projectId));
  });
});
