import { HARMLESS_VALUES } from './rules.js';
import type { MatchedName } from './secret-names.js';

/**
 * How name and value are written. `data`: as in settings, JSON and command lines, where the value can be nothing else.
 * `prose`: as in sentences and source code, where it can.
 */
export type Form = 'data' | 'prose';

/** A value and its place in the text, without the quotes around it. */
export interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const MAX_QUOTED = 4_096;
const QUOTE = /\\{0,4}(["'`])/y;
const SCHEME = /(?:bearer|basic|digest|negotiate|token|apikey|key|aws4-hmac-sha256)[ \t]{1,4}/iy;
const TO_LINE_END = /[^\n\\"'`]*/y;
const RUN = /[^\s"'`<>]+/y;
/** Ends where a parameter of a web address or an item of a list ends. */
const PART = /[^\s"'`<>;&,]+/y;
/** Punctuation after a value that belongs to the sentence or the list around it. */
const TRAILING = /[)\]},.;:]+$/;

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
  if (name.rule.masks === 'header') return readHeader(text, start);
  if (quote !== null) return readQuoted(text, start, quote[1] ?? '');
  const isVariable = form === 'data' && /^[A-Z][A-Z0-9_]*$/.test(name.text);
  return readRun(text, start, isVariable ? RUN : PART);
}

function readQuoted(text: string, start: number, quote: string): Value | null {
  const line = text.slice(start, start + MAX_QUOTED);
  const close = line.indexOf(quote);
  const end = line.indexOf('\n');
  if (close === -1 || (end !== -1 && end < close)) return readRun(text, start, RUN);
  const inner = line.slice(0, close).replace(/\\+$/, '');
  return { start, end: start + inner.length, text: inner };
}

/** The rest of the line, without the scheme that precedes the credential. */
function readHeader(text: string, index: number): Value | null {
  SCHEME.lastIndex = index;
  const start = index + (SCHEME.exec(text)?.[0].length ?? 0);
  return readRun(text, start, TO_LINE_END);
}

function readRun(text: string, start: number, run: RegExp): Value | null {
  run.lastIndex = start;
  const found = (run.exec(text)?.[0] ?? '').trimEnd();
  const trimmed = found.length > 1 ? found.replace(TRAILING, '') : found;
  const value = trimmed === '' ? found : trimmed;
  return value === '' ? null : { start, end: start + value.length, text: value };
}

const VARIABLE =
  /^(?:\$\{.*|\$\(.*|\$[A-Z_][A-Z0-9_]*|%[A-Za-z_]\w*%|\{\{.*|<.*|\*+|x{3,}|\.{3}|…|\[[\w: -]{1,40}\]?)$/;
const CODE =
  /^(?:[A-Za-z_][\w.:>-]*\(|(?:secrets|env|vars|process\.env|os\.environ)[.[]|[[{(]|[A-Z][A-Z0-9]*_[A-Z0-9_]+$)/;

/** Whether a value is no credential: a placeholder, a variable or its name, a type, or source code. */
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
