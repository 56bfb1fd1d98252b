import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '@slipway/domain';
import {
  type AppliedDelivery,
  anyOperation,
  dumpWithWeights,
  factories,
  openTestDatabase,
  operationsOfFewKinds,
  projectApplier,
  runs,
  testDatabase,
} from '@slipway/testing';
import fc from 'fast-check';

const { url } = await testDatabase();
const database = openTestDatabase(url);
afterAll(() => database.close());
const make = factories(database);
const { accountId, userId } = await make.studio();
const SENDERS = ['github', 'jenkins', 'buildkite'] as const;
await database.prisma.connectedAccount.createMany({
  data: SENDERS.map((provider) => ({ accountId, userId, provider, uid: 'Ada' })),
});
type Sender = (typeof SENDERS)[number];

interface SentDelivery extends AppliedDelivery {
  readonly by: Sender;
}

/** A project with a repository and two build servers. */
async function newProject() {
  const project = await make.project(accountId);
  await database.prisma.project.update({ where: { id: project.id }, data: { approvalAssetTypes: ['texture'] } });
  const integrationIds = new Map<Sender, number>();
  for (const provider of SENDERS) integrationIds.set(provider, (await make.integration(project, provider)).id);
  const viaOf = (provider: Sender) => ({ provider, integrationId: integrationIds.get(provider) ?? 0 });
  const { apply } = projectApplier(database, { ...project, ...viaOf('github') });
  return {
    projectId: project.id,
    apply: (sent: readonly SentDelivery[]) => apply(sent.map((item) => ({ ...item, via: viaOf(item.by) }))),
    rows: () => dumpWithWeights(database.pool, project.id),
  };
}

/** Only the repository itself reports its branches, and its changes first-hand. */
function asSentBy(by: Sender, operation: Operation): Operation[] {
  if (by === 'github') return [operation];
  if (operation.kind === 'ref_move') return [];
  return operation.kind === 'change' ? [{ ...operation, repository: '', secondHand: true }] : [operation];
}

/** Each delivery has its own time of receipt, however often it is sent. */
const RECEIVED_AT = 1_700_000_000_000;

function toDelivery(by: Sender, operations: readonly Operation[], index: number): SentDelivery & { id: string } {
  return {
    id: randomUUID(),
    key: `d${index}`,
    receivedAt: RECEIVED_AT + index,
    by,
    operations: operations.flatMap((operation) => asSentBy(by, operation)),
  };
}

/** A replay of a delivery that reads different operations from it than before. */
function toReplay(
  original: SentDelivery & { id: string },
  operations: readonly Operation[],
  index: number,
): SentDelivery {
  const { id, key, by } = original;
  return {
    ...original,
    id: randomUUID(),
    key: `replay ${index}`,
    replay: { of: id, key, requestedAt: RECEIVED_AT + 1_000 + index },
    operations: operations.flatMap((operation) => asSentBy(by, operation)),
  };
}

const sender = fc.constantFrom<Sender>('github', ...SENDERS);

/** Deliveries and replays, then the same ones in another order, some of them twice, split into envelopes. */
const scenario = operationsOfFewKinds
  .chain((operation) => {
    const operations = fc.array(operation, { minLength: 1, maxLength: 3 });
    return fc.record({
      sent: fc.array(fc.tuple(sender, operations), { minLength: 2, maxLength: 12, size: 'max' }),
      replayed: fc.array(fc.tuple(fc.nat(), operations), { maxLength: 4 }),
    });
  })
  .chain(({ sent, replayed }) => {
    const originals = sent.map(([by, operations], index) => toDelivery(by, operations, index));
    const replays = replayed.flatMap(([place, operations], index) => {
      const original = originals[place % originals.length];
      return original === undefined ? [] : [toReplay(original, operations, index)];
    });
    const deliveries: SentDelivery[] = [...originals, ...replays];
    return fc.record({
      deliveries: fc.constant(deliveries),
      shuffled: fc
        .tuple(fc.shuffledSubarray(deliveries, { minLength: deliveries.length }), fc.shuffledSubarray(deliveries))
        .map(([all, again]) => [...all, ...again]),
      sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      workers: fc.integer({ min: 1, max: 3 }),
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

describe('applying deliveries and replays', () => {
  it('stores the same rows in any order, repeated, in any envelopes, by several workers', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ deliveries, shuffled, sizes, workers }) => {
        const [inOrder, atOnce] = [await newProject(), await newProject()];
        for (const delivery of deliveries) await inOrder.apply([delivery]);
        const envelopes = cut(shuffled, sizes);
        const shareOf = (worker: number) => envelopes.filter((_, index) => index % workers === worker);
        await Promise.all(
          Array.from({ length: workers }, async (_, worker) => {
            for (const envelope of shareOf(worker)) await atOnce.apply(envelope);
          }),
        );
        expect(await atOnce.rows()).toEqual(await inOrder.rows());
      }),
      runs(40),
    );
  }, 240_000);

  it('keeps operations of two projects separate even if their names are equal', async () => {
    const [one, other] = [await newProject(), await newProject()];
    const operations: Operation[] = fc.sample(anyOperation, { numRuns: 40, seed: 7 });
    await one.apply([{ key: 'a', by: 'github', operations }]);
    expect(Object.values(await other.rows()).flat()).toEqual([]);
    await other.apply([{ key: 'a', by: 'github', operations }]);
    expect(await other.rows()).toEqual(await one.rows());
  });
});
