import { MAX_DEPTH, TooDeepError } from './clean-json.js';

/** Text up to this length parses quickly, whatever it contains. */
const HARMLESS_LENGTH = 65_536;
/** Real bodies of 25 MB, the largest accepted size, have fewer. */
const MAX_MEMBERS = 500_000;

/** Thrown for text with more than MAX_MEMBERS objects, arrays and object members. */
export class TooManyMembersError extends Error {
  constructor() {
    super(`has more than ${MAX_MEMBERS} objects, arrays and members`);
    this.name = 'TooManyMembersError';
  }
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The position of the quote that ends the string at `start`. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

/** `{` and `[`, then `}` and `]`. */
const opens = (unit: number) => unit === 0x7b || unit === 0x5b;
const closes = (unit: number) => unit === 0x7d || unit === 0x5d;

/**
 * Throws for long JSON text that would occupy the parser for seconds: deeply nested brackets or millions of members.
 * Takes one pass over the characters outside strings, and does not check the syntax.
 */
export function requireParseable(text: string): void {
  if (text.length <= HARMLESS_LENGTH) return;
  let depth = 0;
  let members = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = stringEnd(text, at);
    else if (unit === COLON) members += 1;
    else if (closes(unit)) depth -= 1;
    else if (opens(unit)) {
      depth += 1;
      members += 1;
      if (depth > MAX_DEPTH) throw new TooDeepError();
    }
    if (members > MAX_MEMBERS) throw new TooManyMembersError();
  }
}
