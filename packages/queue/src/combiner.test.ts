import { describe, expect, it } from '@jest/globals';
import { createCombiner } from './combiner.js';

/** A combiner of numbers that weigh what they are; its runs end when told to. */
function combiner(concurrency = 1) {
  const runs: { items: readonly number[]; end(error?: Error): void }[] = [];
  let announce: (() => void) | undefined;
  const take = createCombiner<number>({
    concurrency,
    maxWeight: 10,
    gatherMs: 1,
    weigh: (item) => item,
    run: (items) =>
      new Promise((resolve, reject) => {
        runs.push({ items, end: (error) => (error === undefined ? resolve() : reject(error)) });
        announce?.();
      }),
  });
  async function run(place: number) {
    while (runs.length <= place) {
      await new Promise<void>((resolve) => {
        announce = resolve;
      });
    }
    return runs[place] as (typeof runs)[number];
  }
  return { take, run, runs };
}

describe('createCombiner', () => {
  it('runs what comes together, and what comes meanwhile as the next one', async () => {
    const { take, run } = combiner();
    const first = [take(1), take(2)];
    expect((await run(0)).items).toEqual([1, 2]);
    const later = [take(3), take(4)];
    (await run(0)).end();
    await Promise.all(first);
    expect((await run(1)).items).toEqual([3, 4]);
    (await run(1)).end();
    await Promise.all(later);
  });

  it('keeps runs within their weight, in order; a heavier item runs alone', async () => {
    const { take, run } = combiner();
    const all = [6, 4, 1, 20, 2].map(take);
    const seen: (readonly number[])[] = [];
    for (let place = 0; place < 4; place += 1) {
      const { items, end } = await run(place);
      seen.push(items);
      end();
    }
    await Promise.all(all);
    expect(seen).toEqual([[6, 4], [1], [20], [2]]);
  });

  it('has no more runs at once than it may', async () => {
    const { take, run, runs } = combiner(2);
    const all = [10, 10, 10].map(take);
    const second = await run(1);
    expect(runs).toHaveLength(2);
    second.end();
    (await run(2)).end();
    (await run(0)).end();
    await Promise.all(all);
  });

  it('fails the items of a failed run, and goes on', async () => {
    const { take, run } = combiner();
    const failing = [take(1), take(2)];
    (await run(0)).end(new Error('away'));
    for (const item of failing) await expect(item).rejects.toThrow('away');
    const next = take(3);
    (await run(1)).end();
    await next;
  });
});
