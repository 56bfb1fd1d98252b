const WHOLE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHORT = /^[0-9a-f]{7,39}$/;
const SHORTEST = 7;

/** Every name of a commit: its hash and, if that is whole, its beginnings of at least seven digits. */
function namesOf(hash: string): string[] {
  if (!WHOLE.test(hash)) return [hash];
  return Array.from({ length: hash.length - SHORTEST + 1 }, (_, index) => hash.slice(0, SHORTEST + index));
}

/**
 * The condition that a row names one of these commits, by a whole or a short hash; same-commit.ts has it in SQL. A short
 * hash lies between itself and itself padded with the last digit, which an index finds.
 */
export function hasCommit(hashes: readonly string[]) {
  const short = hashes.filter((hash) => SHORT.test(hash));
  return {
    // The predicate of the partial index.
    commitHash: { not: '' },
    OR: [
      { commitHash: { in: hashes.flatMap(namesOf) } },
      ...short.map((hash) => ({ commitHash: { gte: hash, lte: hash.padEnd(64, 'f'), startsWith: hash } })),
    ],
  };
}
