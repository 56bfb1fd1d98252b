/** Deeper bodies are refused: no sender nests this deep, and databases and serializers accept more. */
export const MAX_DEPTH = 64;

/** Thrown for a value nested deeper than MAX_DEPTH. */
export class TooDeepError extends Error {
  constructor() {
    super(`nested deeper than ${MAX_DEPTH} levels`);
    this.name = 'TooDeepError';
  }
}

/** Replaces what PostgreSQL cannot store (NUL and lone surrogates) with U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Cleans every string and key in a parsed JSON value. */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) throw new TooDeepError();
  if (Array.isArray(value)) return value.map((item) => cleanJson(item, depth + 1));
  // fromEntries defines own properties, so a key named __proto__ is safe.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [cleanText(key), cleanJson(item, depth + 1)]),
  );
}

/** In JSON text, NUL and lone surrogates can only be written as escapes. */
const UNCLEAN = /\\u(?:0000|[dD][89a-fA-F])/;

/** Whether the parsed text may contain strings that need cleaning. */
export function mayNeedCleaning(jsonText: string): boolean {
  return jsonText.includes('\\u') && UNCLEAN.test(jsonText);
}

/** Whether a parsed value contains a number too large to be exact. Throws if the value is nested too deeply. */
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
