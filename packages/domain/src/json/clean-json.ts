/** Deeper bodies are refused: no sender nests like this, and databases and serializers give up far later. */
export const MAX_DEPTH = 64;

/** Thrown for a value nested deeper than MAX_DEPTH. */
export class TooDeepError extends Error {
  constructor() {
    super(`nested deeper than ${MAX_DEPTH} levels`);
    this.name = 'TooDeepError';
  }
}

/** Text as PostgreSQL can hold it: NUL and lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** A parsed JSON value with every string and key cleaned. */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new TooDeepError();
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth + 1));
  // fromEntries defines own properties, so a key named __proto__ stays a plain key.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item, depth + 1)]),
  );
}

/** JSON text that may parse to a NUL or a lone surrogate: both can only be spelled as escapes. */
const UNCLEAN = /\\u(?:0000|[dD][89a-fA-F])/;

/** Whether parsing the text may give strings that need cleaning. */
export function mayNeedCleaning(jsonText: string): boolean {
  return jsonText.includes('\\u') && UNCLEAN.test(jsonText);
}

/** Whether a parsed value holds a number too large to have kept its digits. Throws when it is nested too deep. */
export function hasInexactNumber(value: unknown, depth = 0): boolean {
  if (typeof value === 'number') return Math.abs(value) > Number.MAX_SAFE_INTEGER;
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= MAX_DEPTH) throw new TooDeepError();
  let found = false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (hasInexactNumber(item, depth + 1)) found = true;
  }
  return found;
}
