import { StopReading } from '../report-error.js';

export interface JsonHandler {
  /** Whether the content of strings is needed. */
  readonly isReading: boolean;
  open(kind: '{' | '['): void;
  close(): void;
  key(name: string): void;
  beginText(): void;
  /** A part of a string; no escape is split. */
  text(part: string, isLast: boolean): void;
  literal(value: number | boolean | null): void;
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or ]' | ', or }' | 'the end';

const MAX_KEY = 2_000;
const WORD = /[-+.\w()#]*/y;
const MAX_WORD = 1_000;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|(.))/gs;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const LITERALS = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);
/** Unreal prints durations with printf, which writes these for numbers that JSON cannot express. */
const NOT_A_NUMBER = /^[-+]?(?:nan(?:\(\w*\))?|inf(?:inity)?|1\.#\w+)$/i;

/**
 * Splits JSON into events without keeping strings in memory. Published parsers either collect a string until it ends, or
 * report neither the place of an error nor what preceded it in the same chunk.
 */
export class JsonScanner {
  readonly #handler: JsonHandler;
  readonly #maxDepth: number;
  readonly #open: ('{' | '[')[] = [];
  #expected: Expected = 'value';
  #isInString = false;
  #key: string | null = null;
  #rest = '';
  #restOffset = 0;
  #at = 0;
  #isLast = false;

  constructor(handler: JsonHandler, maxDepth: number) {
    this.#handler = handler;
    this.#maxDepth = maxDepth;
  }

  get offset(): number {
    return this.#restOffset + this.#at;
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    this.#at = 0;
    let next = this.#step(text, 0);
    while (next > this.#at) {
      this.#at = next;
      next = this.#step(text, next);
    }
    this.#rest = text.slice(next);
    this.#restOffset += next;
    this.#at = 0;
  }

  end(): void {
    this.#isLast = true;
    this.write('');
    if (this.#expected !== 'the end') throw new StopReading('The file ends inside an object or array.');
  }

  /** Returns where to go on, or the same position if more text is needed. */
  #step(text: string, at: number): number {
    if (this.#isInString) return this.#readString(text, at);
    const start = afterSpace(text, at);
    const character = text[start];
    if (character === undefined) return start;
    if (character === '"') return this.#beginString(start + 1);
    if (character === '{' || character === '[') return this.#enter(character, start + 1);
    if (character === '}' || character === ']') return this.#leave(character, start + 1);
    if (character === ',' || character === ':') return this.#separate(character, start + 1);
    return this.#readWord(text, start);
  }

  #enter(kind: '{' | '[', next: number): number {
    this.#expectValue(`“${kind}”`);
    if (this.#open.length >= this.#maxDepth)
      throw new StopReading(`Values are nested more than ${this.#maxDepth} deep.`);
    this.#open.push(kind);
    this.#expected = kind === '{' ? 'key or }' : 'value or ]';
    this.#handler.open(kind);
    return next;
  }

  #leave(character: '}' | ']', next: number): number {
    if (!this.#expected.endsWith(`or ${character}`)) this.#reject(`“${character}”`);
    this.#open.pop();
    this.#handler.close();
    this.#valueEnded();
    return next;
  }

  #separate(character: ',' | ':', next: number): number {
    if (!this.#expected.startsWith(character)) this.#reject(`“${character}”`);
    this.#expected = character === ',' && this.#open.at(-1) === '{' ? 'key' : 'value';
    return next;
  }

  #beginString(next: number): number {
    if (this.#expected === 'key' || this.#expected === 'key or }') this.#key = '';
    else {
      this.#expectValue('A string');
      this.#handler.beginText();
    }
    this.#isInString = true;
    return next;
  }

  #readString(text: string, at: number): number {
    let quote = text.indexOf('"', at);
    while (quote !== -1 && isEscaped(text, quote, at)) quote = text.indexOf('"', quote + 1);
    const end = quote === -1 ? beforeOpenEscape(text, at) : quote;
    const isNeeded = this.#key !== null || this.#handler.isReading;
    if (end > at || quote !== -1) this.#endPart(isNeeded ? withoutEscapes(text.slice(at, end)) : '', quote !== -1);
    return quote === -1 ? end : end + 1;
  }

  #endPart(part: string, isLast: boolean): void {
    if (isLast) this.#isInString = false;
    if (this.#key === null) {
      if (isLast) this.#valueEnded();
      this.#handler.text(part, isLast);
      return;
    }
    this.#key = (this.#key + part).slice(0, MAX_KEY);
    if (!isLast) return;
    this.#handler.key(this.#key);
    this.#key = null;
    this.#expected = ':';
  }

  #readWord(text: string, at: number): number {
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0] ?? '';
    if (word === '') this.#reject(`“${text[at]}”`);
    if (word.length > MAX_WORD) throw new StopReading(`A number is longer than ${MAX_WORD} characters.`);
    if (at + word.length === text.length && !this.#isLast) return at;
    this.#expectValue(`“${word.slice(0, 40)}”`);
    this.#valueEnded();
    this.#handler.literal(this.#valueOf(word));
    return at + word.length;
  }

  #valueOf(word: string): number | boolean | null {
    const literal = LITERALS.get(word);
    if (literal !== undefined) return literal;
    const number = Number(word);
    if (Number.isNaN(number) && !NOT_A_NUMBER.test(word)) this.#reject(`“${word.slice(0, 40)}”`);
    return Number.isFinite(number) ? number : null;
  }

  #expectValue(found: string): void {
    if (this.#expected !== 'value' && this.#expected !== 'value or ]') this.#reject(found);
  }

  #valueEnded(): void {
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#expected = 'the end';
    else this.#expected = parent === '{' ? ', or }' : ', or ]';
  }

  #reject(found: string): never {
    throw new StopReading(`Not well-formed JSON: ${found} where ${this.#expected} belongs.`);
  }
}

function afterSpace(text: string, at: number): number {
  let end = at;
  while (isSpace(text.charCodeAt(end))) end += 1;
  return end;
}

const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;

function isEscaped(text: string, quote: number, start: number): boolean {
  let first = quote;
  while (first > start && text[first - 1] === '\\') first -= 1;
  return (quote - first) % 2 === 1;
}

/** The end of the text, or the start of an escape that the text cuts in two. */
function beforeOpenEscape(text: string, at: number): number {
  const start = text.lastIndexOf('\\');
  if (start < at || start < text.length - 6 || isEscaped(text, start, at)) return text.length;
  const isWhole = text[start + 1] === 'u' ? text.length - start >= 6 : start + 1 < text.length;
  return isWhole ? text.length : start;
}

function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(ESCAPE, (_, hex?: string, character?: string) =>
    hex === undefined
      ? (ESCAPED[character ?? ''] ?? character ?? '')
      : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
