/** `Harbor.Quay.boatDocks2` as harbor, quay, boat, docks, 2. */
function wordsOf(name: string): Set<string> {
  return new Set(
    name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\da-zA-Z_]+/g)?.map((word) => word.toLowerCase()),
  );
}

/** The share of words that two names have in common, from 0 to 1. */
export function similarityOf(name: string, other: string): number {
  const [words, others] = [wordsOf(name), wordsOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  const all = words.size + others.size - common;
  return all === 0 ? 0 : common / all;
}
