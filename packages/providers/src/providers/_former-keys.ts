/** As long as any key is, and more than any item had. */
const LIMITS = { length: 255, keys: 100 };

/** The keys in a tool's list of earlier ones, if it is one; undefined when there are none. */
export function formerKeysIn(list: unknown): string[] | undefined {
  const keys = Array.isArray(list) ? list.filter(isKey).slice(0, LIMITS.keys) : [];
  return keys.length > 0 ? keys : undefined;
}

const isKey = (one: unknown): one is string =>
  typeof one === 'string' && one !== '' && one.length <= LIMITS.length;
