import { HARMLESS_VALUES } from './rules.js';
import type { MatchedName } from './secret-names.js';

/**
 * How the name and value are written. `data`: as in settings, JSON and command lines, where what follows can only be
 * the value. `prose`: as in sentences and source code, where it can be something else.
 */
export type Form = 'data' | 'prose';

/** A value and its position in the text, without surrounding quotes. */
export interface Value {
  readonly start: number;
  /** The text the value is judged by: all of it, or the beginning if it is long. */
  readonly text: string;
  /** Where it ends. Called only for masked values: a long value would be read again for each name inside it. */
  end(): number;
}

/** How many characters of a long value are judged. */
const MAX_JUDGED_CHARACTERS = 256;
const MAX_QUOTED = 4_096;
const QUOTE = /\\{0,4}(["'`])/y;
const SCHEME = /(?:bearer|basic|digest|negotiate|token|apikey|key|aws4-hmac-sha256)[ \t]{1,4}/iy;

/** Characters of an unquoted value. */
const HEADER = '[^\\n\\\\"\'`]';
const RUN = '[^\\s"\'`<>]';
/** Ends where a parameter in a web address or an item in a list ends. */
const PART = '[^\\s"\'`<>;&,]';

type Characters = typeof HEADER | typeof RUN | typeof PART;

const patterns = new Map(
  [HEADER, RUN, PART].map((characters) => [
    characters,
    {
      start: new RegExp(`${characters}{1,${MAX_JUDGED_CHARACTERS}}`, 'y'),
      whole: new RegExp(`${characters}+`, 'y'),
    },
  ]),
);

function matchAt(pattern: RegExp | undefined, text: string, index: number): string {
  if (pattern === undefined) return '';
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}

/** The value that starts at an index; null if there is none. */
export function readValue(
  text: string,
  index: number,
  { name, form }: { readonly name: MatchedName; readonly form: Form },
): Value | null {
  // `Token::Kind`, `token://` and `auth==1.0` have no value.
  if (/^(?::[:/]|==)/.test(text.slice(index - 1, index + 1))) return null;
  QUOTE.lastIndex = index;
  const quote = QUOTE.exec(text);
  const start = index + (quote?.[0].length ?? 0);
  if (name.rule.masks === 'header') return readRun(text, start + matchAt(SCHEME, text, start).length, HEADER);
  if (quote !== null) return readQuoted(text, start, quote[1] ?? '');
  const isVariable = form === 'data' && /^[A-Z][A-Z0-9_]*$/.test(name.text);
  return readRun(text, start, isVariable ? RUN : PART);
}

function readQuoted(text: string, start: number, quote: string): Value | null {
  const line = text.slice(start, start + MAX_QUOTED);
  const close = line.indexOf(quote);
  const lineEnd = line.indexOf('\n');
  if (close === -1 || (lineEnd !== -1 && lineEnd < close)) return readRun(text, start, RUN);
  const inner = line.slice(0, close).replace(/\\{1,8}$/, '');
  return { start, text: inner, end: () => start + inner.length };
}

function readRun(text: string, start: number, characters: Characters): Value | null {
  const pattern = patterns.get(characters);
  const judged = withoutTrailing(matchAt(pattern?.start, text, start));
  if (judged === '') return null;
  return {
    start,
    text: judged,
    end: () => start + withoutTrailing(matchAt(pattern?.whole, text, start)).length,
  };
}

/** Punctuation and spaces after a value, which belong to the sentence or the list around it. */
const TRAILING = ')]},.;: \t\r';

function withoutTrailing(value: string): string {
  let end = value.length;
  while (end > 1 && TRAILING.includes(value.charAt(end - 1))) end -= 1;
  return end === 1 && TRAILING.includes(value) ? value.trim() : value.slice(0, end);
}

const VARIABLE =
  /^(?:\$\{.*|\$\(.*|\$[A-Z_][A-Z0-9_]*|%[A-Za-z_]\w*%|\{\{.*|<.*|\*+|x{3,}|\.{3}|…|\[[\w: -]{1,40}\]?)$/;
const CODE =
  /^(?:[A-Za-z_][\w.:>-]*\(|(?:secrets|env|vars|process\.env|os\.environ)[.[]|[[{(]|[A-Z][A-Z0-9]*_[A-Z0-9_]+$)/;

/** Whether a value is not a credential: a placeholder, a variable or its name, a type, or source code. */
export function isHarmless(value: string, form: Form): boolean {
  if (value === '' || VARIABLE.test(value) || HARMLESS_VALUES.has(value.toLowerCase())) return true;
  return form === 'prose' && CODE.test(value);
}

/** Whether a value looks random: letters and digits, and nothing that makes it a path, a version or a function. */
export function isTelling(value: string): boolean {
  if (value.length < 6 || !/^[\w.~+/=!@#$%^&*-]+$/.test(value)) return false;
  if (/^(?:[\\/]|v?\d+(?:\.\d+)+|[A-Za-z_]+\/\d+$)/.test(value)) return false;
  return /[A-Za-z]/.test(value) && /\d/.test(value);
}
