import { describe, expect, it } from '@jest/globals';
import { Batcher, type BatcherOptions } from './batcher.js';

/** A batcher of numbers that weigh their value; each batch ends when the test ends it. */
function numberBatcher(options: Partial<BatcherOptions<number, string>> = {}) {
  const batches: { items: readonly number[]; end(error?: Error): void }[] = [];
  let announce: (() => void) | undefined;
  const batcher = new Batcher<number, string>({
    concurrency: 1,
    maxItems: 5,
    maxWeight: 10,
    gatherMs: 1,
    weigh: (item) => item,
    run: (items) =>
      new Promise((resolve, reject) => {
        const end = (error?: Error) => (error === undefined ? resolve(items.map(String)) : reject(error));
        batches.push({ items, end });
        announce?.();
      }),
    ...options,
  });
  async function batch(place: number) {
    while (batches.length <= place) {
      await new Promise<void>((resolve) => {
        announce = resolve;
      });
    }
    return batches[place] as (typeof batches)[number];
  }
  return { add: (item: number) => batcher.add(item), flush: () => batcher.flush(), batch, batches };
}

describe('Batcher', () => {
  it('runs items that arrive together in one batch, and later ones in the next', async () => {
    const { add, batch } = numberBatcher();
    const first = [add(1), add(2)];
    expect((await batch(0)).items).toEqual([1, 2]);
    const later = [add(3), add(4)];
    (await batch(0)).end();
    expect(await Promise.all(first)).toEqual(['1', '2']);
    expect((await batch(1)).items).toEqual([3, 4]);
    (await batch(1)).end();
    expect(await Promise.all(later)).toEqual(['3', '4']);
  });

  it('keeps batches within their weight and count, in order; a heavier item runs alone', async () => {
    const { add, batch } = numberBatcher();
    const all = [6, 4, 1, 20, 2, 0, 0, 0, 0, 0].map(add);
    const seen: (readonly number[])[] = [];
    for (let place = 0; place < 5; place += 1) {
      const { items, end } = await batch(place);
      seen.push(items);
      end();
    }
    await Promise.all(all);
    expect(seen).toEqual([[6, 4], [1], [20], [2, 0, 0, 0, 0], [0]]);
  });

  it('starts a second batch once enough items wait, and never more than its concurrency allows', async () => {
    const { add, batch, batches } = numberBatcher({ concurrency: 2, enough: 2, gatherMs: 0 });
    const all = [add(1)];
    all.push(add(2));
    expect(batches).toHaveLength(1);
    all.push(add(3));
    expect((await batch(1)).items).toEqual([2, 3]);
    all.push(add(4), add(5));
    expect(batches).toHaveLength(2);
    (await batch(0)).end();
    expect((await batch(2)).items).toEqual([4, 5]);
    (await batch(1)).end();
    (await batch(2)).end();
    await Promise.all(all);
  });

  it('rejects the items of a failed batch, and continues', async () => {
    const { add, batch } = numberBatcher();
    const failing = [add(1), add(2)];
    (await batch(0)).end(new Error('down'));
    for (const item of failing) await expect(item).rejects.toThrow('down');
    const next = add(3);
    (await batch(1)).end();
    expect(await next).toBe('3');
  });

  it('rejects items that wait too long for a batch that does not end', async () => {
    const { add, batch } = numberBatcher({ maxWaitMs: 5 });
    const first = add(1);
    await batch(0);
    await expect(add(2)).rejects.toThrow('no batch ended within 5 ms');
    (await batch(0)).end();
    expect(await first).toBe('1');
  });

  it('flush runs all waiting items, and resolves once they have finished', async () => {
    const { add, flush, batch } = numberBatcher({ gatherMs: 60_000 });
    const item = add(1);
    const flushed = flush();
    (await batch(0)).end();
    await flushed;
    expect(await item).toBe('1');
    await flush();
  });
});
