const WHOLE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const SHORT = /^[0-9a-f]{7,39}$/;
const MIN_HASH_LENGTH = 7;

/** Whether a text may be an abbreviated hash. */
export const isShortHash = (text: string) => SHORT.test(text);

/** Every name of a commit: its hash and, if the hash is complete, its prefixes of at least seven digits. */
export function namesOfHash(hash: string): string[] {
  if (!WHOLE.test(hash)) return [hash];
  return Array.from({ length: hash.length - MIN_HASH_LENGTH + 1 }, (_, index) =>
    hash.slice(0, MIN_HASH_LENGTH + index),
  );
}

/**
 * Matches rows that name one of these commits, by full or short hash; same-commit.ts has the same condition in SQL. The
 * hashes that a short hash abbreviates lie between itself and itself padded with the last digit, so an index finds
 * them.
 */
export function hasCommit(hashes: readonly string[]) {
  const short = hashes.filter(isShortHash);
  return {
    // Matches the predicate of the partial index.
    commitHash: { not: '' },
    OR: [
      { commitHash: { in: hashes.flatMap(namesOfHash) } },
      ...short.map((hash) => ({ commitHash: { gte: hash, lte: hash.padEnd(64, 'f'), startsWith: hash } })),
    ],
  };
}
