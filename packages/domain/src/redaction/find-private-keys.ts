import { maskOf, type Span } from './span.js';

const KIND = '[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----';
const BEGIN = new RegExp(`-----BEGIN ${KIND}`, 'g');
const END = new RegExp(`-----END ${KIND}`, 'g');
/** Longer than any private key in PEM form, even with a timestamp before each line. */
const MAX_CHARACTERS = 16_384;
/** More keys than that without a line between them are nobody's. */
const MAX_JOINED_CHARACTERS = 4 * MAX_CHARACTERS;
const MAX_LINE = 1_000;
const MASK = maskOf('private key');
/** The end of a key's line, after whatever a build server prints before each line. */
const KEY_TEXT = /[A-Za-z0-9+/=]{40,}[ \t\r]*$/;

const KEY_PART = /[A-Za-z0-9+/=\\]{16}/;

/**
 * Finds private keys in PEM form. Each line of a key is masked separately, so that line numbers stay the same. A text
 * that was cut may start inside a key.
 */
export function findPrivateKeys(text: string, mayStartInKey = true): Span[] {
  if (!text.includes('PRIVATE KEY')) return [];
  const spans: Span[] = [];
  for (const { start, end } of findKeys(text)) spans.push(...maskLines(text, start, end));
  if (!mayStartInKey) return spans;
  const first = text.search(END);
  if (first === -1 || text.slice(0, first).includes('-----BEGIN ')) return spans;
  return [...spans, ...findCutKey(text, first)];
}

interface Key {
  readonly begin: number;
  readonly start: number;
  readonly end: number;
  /** Whether more text could change where it ends. */
  readonly isOpen: boolean;
}

function* findKeys(text: string): Generator<Key> {
  const ends = [...text.matchAll(END)].map(({ index }) => index);
  let from = 0;
  let end = 0;
  for (const { index, 0: begin } of text.matchAll(BEGIN)) {
    if (index < from) continue;
    const start = index + begin.length;
    while ((ends[end] ?? Number.POSITIVE_INFINITY) < start) end += 1;
    const close = ends[end];
    const isClosed = close !== undefined && close - start <= MAX_CHARACTERS;
    from = isClosed ? close : unfinishedEnd(text, start);
    yield {
      begin: index,
      start,
      end: from,
      isOpen: !isClosed && text.length - start <= MAX_CHARACTERS + MAX_LINE,
    };
  }
}

/**
 * Where a private key begins whose end is not in the text yet; null if there is none. A key that ends in the line in which
 * the next one begins cannot be separated from it.
 */
export function findOpenKey(text: string): number | null {
  if (!text.includes('PRIVATE KEY')) return null;
  let first = 0;
  let end = -1;
  for (const key of findKeys(text)) {
    const isSeparate = end === -1 || text.slice(end, key.begin).includes('\n');
    if (isSeparate || key.begin - first > MAX_JOINED_CHARACTERS) first = key.begin;
    if (key.isOpen) return first;
    end = key.end;
  }
  return null;
}

/** Finds the remainder of a key at the start of a text that was cut inside it. */
function findCutKey(text: string, firstEnd: number): Span[] {
  const rest = text.slice(0, text.lastIndexOf('\n', firstEnd) + 1);
  return rest.length <= MAX_CHARACTERS && isKeyText(rest) ? maskLines(text, 0, rest.length) : [];
}

const LINE_OF_KEY = /[A-Za-z0-9+/=\\ \t\r]*/y;

/** The end of a key that was cut off: where the text stops looking like a key. */
function unfinishedEnd(text: string, start: number): number {
  const limit = Math.min(text.length, start + MAX_CHARACTERS);
  LINE_OF_KEY.lastIndex = start;
  let end = start + (LINE_OF_KEY.exec(text)?.[0].length ?? 0);
  while (end < limit && text.charAt(end) === '\n') {
    const next = text.indexOf('\n', end + 1);
    const lineEnd = next === -1 ? text.length : next;
    const line = text.slice(end + 1, Math.min(lineEnd, end + MAX_LINE));
    if (!KEY_TEXT.test(line) && !line.endsWith(MASK)) return end;
    end = lineEnd;
  }
  return end;
}

/** Whether every line is part of a key; the first and the last may be short. */
function isKeyText(text: string): boolean {
  const lines = text.trimEnd().split('\n').slice(1);
  return lines.length > 0 && lines.every((line, index) => KEY_TEXT.test(line) || index === lines.length - 1);
}

function maskLines(text: string, start: number, end: number): Span[] {
  const spans: Span[] = [];
  let from = start;
  while (from < end) {
    const next = text.indexOf('\n', from);
    const to = next === -1 || next > end ? end : next;
    const line = text.slice(from, to).trimEnd();
    // A build server may print something before the last line.
    const isBeforeEnd = to === end && text.charAt(end) === '-';
    if ((isBeforeEnd ? KEY_PART.test(line) : line.trim() !== '') && !line.endsWith(MASK)) {
      // Whatever a build server prints before the line stays visible.
      const at = from + (/^.*[ \t](?=[A-Za-z0-9+/=]+$)/.exec(line)?.[0].length ?? 0);
      spans.push({ start: at, end: from + line.length, mask: MASK });
    }
    from = to + 1;
  }
  return spans;
}
