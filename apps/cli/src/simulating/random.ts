/** A source of random numbers; the same seed yields the same numbers. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  pick<T>(items: readonly T[]): T;
}

/** The generator mulberry32: 32 bits of state are plenty for choices like these. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick(items) {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError('there is nothing to pick from');
      return item;
    },
  };
}
