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

/** Whether a parsed object or array contains a number too large to be exact. Throws if it is nested too deeply. */
export function hasInexactNumber(parsed: object, depth = 0): boolean {
  if (depth >= MAX_DEPTH) throw new TooDeepError();
  let found = false;
  // Iterators and Object.values take ten times as long, and this reads every value of every body.
  if (Array.isArray(parsed)) {
    for (let at = 0; at < parsed.length; at += 1) if (isInexact(parsed[at], depth + 1)) found = true;
  } else {
    for (const key in parsed) if (isInexact(parsed[key as never], depth + 1)) found = true;
  }
  return found;
}

function isInexact(value: unknown, depth: number): boolean {
  if (typeof value === 'object') return value !== null && hasInexactNumber(value, depth);
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
