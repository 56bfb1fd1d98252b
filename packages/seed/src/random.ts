import { createHash } from 'node:crypto';

/** A small reproducible random generator: the same name yields the same sequence. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from min to max, both inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Up to `count` distinct members, in the list's order. */
  some<T>(list: readonly T[], count: number): T[];
  hex(length: number): string;
}

// sfc32 by Chris Doty-Humphrey. It uses 32-bit arithmetic, so it is the same on every machine.
function sfc32(seed: Buffer): () => number {
  let a = seed.readInt32LE(0);
  let b = seed.readInt32LE(4);
  let c = seed.readInt32LE(8);
  let counter = 1;
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

export function randomFor(name: string): Random {
  const next = sfc32(createHash('sha256').update(name).digest());
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('nothing to pick from');
      return list[int(0, list.length - 1)] as T;
    },
    some<T>(list: readonly T[], count: number): T[] {
      const chosen = new Set<number>();
      while (chosen.size < Math.min(count, list.length)) chosen.add(int(0, list.length - 1));
      return list.filter((_, index) => chosen.has(index));
    },
    hex(length) {
      let digits = '';
      while (digits.length < length) digits += int(0, 0xffffffff).toString(16).padStart(8, '0');
      return digits.slice(0, length);
    },
  };
}
