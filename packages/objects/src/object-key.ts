/** S3 limits keys to 1,024 bytes; the rest is for the prefix of the bucket. */
const MAX_LENGTH = 700;
/** File systems limit a name to 255 bytes. */
const SEGMENT = '[A-Za-z0-9_][A-Za-z0-9._-]{0,199}';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`);
const PREFIX = new RegExp(`^(?:${SEGMENT}/)*(?:${SEGMENT})?$`);

/**
 * Checks a key, and returns it. Keys are paths of plain names in both kinds of store, so none can escape the folder or
 * needs escaping in a URL. A name cannot begin with a dot: such files are the store's own.
 */
export function requireKey(key: string): string {
  if (key.length > MAX_LENGTH || !KEY.test(key))
    throw new TypeError(`not a key of an object: ${JSON.stringify(key)}`);
  return key;
}

export function requirePrefix(prefix: string): string {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix))
    throw new TypeError(`not a prefix of keys: ${JSON.stringify(prefix)}`);
  return prefix;
}
