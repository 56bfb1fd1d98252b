/** The at-sign and its look-alikes, and its spelling in addresses of the web. */
const AT_SIGNS = /[@\uFF20\uFE6B]|%40/g;
const ENCODED_AT = '%40';
const DOMAIN_CHARACTER = /^[\p{L}\p{N}\p{M}._@\uFF20\uFE6B-]$/u;
const LOCAL_CHARACTER = /^[^\s<>()[\],;:]$/;
const PUNCTUATION = /^[._@\uFF20\uFE6B-]$/;
const LETTER = /^\p{L}$/u;
const SPACE = /^\s$/;

/** A run of characters a domain may hold, measured once however many at-signs are in it. */
interface Run {
  readonly end: number;
  /** Behind the last character that is not punctuation: a full stop after an address belongs to the sentence. */
  readonly contentEnd: number;
  readonly lastLetter: number;
  readonly lastDot: number;
}

const NO_RUN: Run = { end: 0, contentEnd: 0, lastLetter: -1, lastDot: -1 };

function measureRun(text: string, start: number): Run {
  let [end, contentEnd, lastLetter, lastDot] = [start, start, -1, -1];
  while (end < text.length) {
    const character = String.fromCodePoint(text.codePointAt(end) ?? 0);
    if (!DOMAIN_CHARACTER.test(character)) break;
    if (character === '.') lastDot = end;
    if (LETTER.test(character)) lastLetter = end;
    if (!PUNCTUATION.test(character)) contentEnd = end + character.length;
    end += character.length;
  }
  return { end, contentEnd, lastLetter, lastDot };
}

/** Where `[192.0.2.1]`, the other form a domain may have, ends; `start` when there is none. */
function literalEnd(text: string, start: number): number {
  const literal = /^\[[0-9A-Fa-f:.]{1,45}\]/.exec(text.slice(start, start + 48));
  return literal === null ? start : start + literal[0].length;
}

/** Where the address whose domain starts at `start` ends; `start` when there is none. */
function addressEnd(text: string, start: number, run: Run): number {
  if (run.lastLetter >= start) return run.contentEnd;
  return literalEnd(text, start);
}

/**
 * Free text without e-mail addresses: each is reduced to its local part. An at-sign between other characters that is
 * no address (`//depot/main@1234`, `react@18.2.0`) is set apart by a space. Takes time linear in the text.
 */
export function sanitizeText(text: string): string {
  let result = '';
  let copied = 0;
  let run = NO_RUN;
  for (const match of text.matchAll(AT_SIGNS)) {
    const [sign] = match;
    const start = match.index + sign.length;
    if (match.index < copied || start >= text.length || match.index === 0) continue;
    const before = text.charAt(match.index - 1);
    if (SPACE.test(before) || SPACE.test(text.charAt(start))) continue;
    if (start >= run.end) run = measureRun(text, start);
    // An encoded at-sign is part of a web address unless a real domain follows.
    if (sign === ENCODED_AT && run.lastDot < start) continue;
    const end = LOCAL_CHARACTER.test(before) ? addressEnd(text, start, run) : start;
    const isAddress = end > start;
    result += isAddress ? text.slice(copied, match.index) : `${text.slice(copied, match.index)} ${sign}`;
    copied = isAddress ? end : start;
  }
  return result + text.slice(copied);
}

/**
 * An author as anyone may see it, without an at-sign: of a name and an address the name, of an address alone its local
 * part.
 */
export function sanitizeAuthor(author: string): string {
  const words = author.split(/[\s<>()"]+/).filter((word) => word !== '');
  const names = words.filter((word) => !hasAt(word));
  const shown = names.length > 0 ? names.join(' ') : localPart(words[0] ?? '');
  return shown.trim();
}

function hasAt(word: string): boolean {
  return word.search(AT_SIGNS) !== -1;
}

function localPart(word: string): string {
  const address = word.replace(/^mailto:/i, '');
  return address.slice(0, Math.max(0, address.search(AT_SIGNS)));
}

/** True for what may be an e-mail address: text with an at-sign behind its first character. */
export function looksLikeEmail(text: string): boolean {
  return text.slice(1).search(AT_SIGNS) !== -1;
}
