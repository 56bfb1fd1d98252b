const LIMITS = { length: 255, keys: 100 };

/** Reads the former keys of a tracker item from a value of any type; undefined if there are none. */
export function readFormerKeys(list: unknown): string[] | undefined {
  const keys = Array.isArray(list) ? list.filter(isKey).slice(0, LIMITS.keys) : [];
  return keys.length > 0 ? keys : undefined;
}

const isKey = (entry: unknown): entry is string =>
  typeof entry === 'string' && entry !== '' && entry.length <= LIMITS.length;
