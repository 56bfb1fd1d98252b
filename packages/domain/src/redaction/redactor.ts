import { findFormats, findUserInfo } from './find-formats.js';
import { findNamedValues } from './find-named-values.js';
import { findPrivateKeys } from './find-private-keys.js';
import { findValues, type MaskedValue, spellValues } from './masked-values.js';
import { joinSpans, replaceSpans, type Span, withoutMasks } from './span.js';

export interface Redactor {
  /**
   * Masks the credentials in a text. Line numbers stay the same, and redacting the result again changes nothing. Takes
   * linear time. The text before `from` is not part of the result, but helps recognize a credential that `from` cuts.
   */
  text(text: string, from?: number): string;
  /**
   * Masks only the project's values. For the names of jobs, branches, steps and authors, which people filter by and
   * which may look like a credential without being one.
   */
  name(text: string): string;
  /**
   * Masks the credentials in whole lines of a log whose beginning is known, as if the whole log was masked at once. No
   * private key may be open at the end of the lines: see `findOpenKey`.
   */
  lines(text: string): string;
}

/** A mask may reveal another credential in the text around it: `token: a1b2c3password=d4`. */
const MAX_ROUNDS = 6;

/** Creates a redactor that knows the formats and names of credentials, and a project's masked values. */
export function createRedactor(values: readonly MaskedValue[] = []): Redactor {
  const spellings = spellValues(values);
  function find(text: string, mayStartInKey: boolean): Span[] {
    const unmasked = withoutMasks(text);
    const spans = [
      ...findValues(unmasked, spellings),
      ...findPrivateKeys(text, mayStartInKey),
      ...findFormats(unmasked),
      ...findUserInfo(unmasked),
      ...findNamedValues(unmasked),
    ];
    return spans.length === 0 ? spans : joinSpans(spans);
  }
  function mask(text: string, from: number, mayStartInKey: boolean): string {
    const plain = withoutColours(text);
    const spans = find(plain, mayStartInKey);
    return replaceSpans(text, plain === text ? spans : spansAround(text, spans), from);
  }
  function maskRepeatedly(text: string, from: number, mayStartInKey: boolean): string {
    let masked = mask(text, from, mayStartInKey);
    // Most texts contain no credentials.
    let isStable = masked.length === text.length - from && masked === text.slice(from);
    for (let round = 1; round < MAX_ROUNDS && !isStable; round += 1) {
      const before = masked;
      masked = mask(before, 0, mayStartInKey);
      isStable = masked === before;
    }
    return masked;
  }
  return {
    text: (text, from = 0) => maskRepeatedly(text, from, true),
    lines: (text) => maskRepeatedly(text, 0, false),
    name: (text) => replaceSpans(text, joinSpans(findValues(withoutMasks(text), spellings)), 0),
  };
}

/** Knows the formats and names of credentials, but no project's masked values. */
export const commonRedactor: Redactor = createRedactor();

/** Sequences that set colours, move the cursor or set a title, https://www.ecma-international.org/publications-and-standards/standards/ecma-48/ */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences start with a control character
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]{0,256}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;

/** The text without color sequences, which may occur in the middle of a credential. */
export function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replaceAll(SEQUENCE, '') : text;
}

/** Maps spans of the text without colors to the colored text. Sequences inside a span follow its mask. */
function spansAround(text: string, spans: readonly Span[]): Span[] {
  const moved: Span[] = [];
  const sequences = text.matchAll(SEQUENCE);
  let next = sequences.next();
  let shift = 0;
  /** Skips the sequences before a position in the plain text, and returns them. */
  function skipTo(position: number, isEnd: boolean): string {
    let skipped = '';
    while (next.value !== undefined) {
      const at = next.value.index - shift;
      if (isEnd ? at >= position : at > position) break;
      skipped += next.value[0];
      shift += next.value[0].length;
      next = sequences.next();
    }
    return skipped;
  }
  for (const { start, end, mask } of spans) {
    skipTo(start, false);
    const movedStart = start + shift;
    const inside = skipTo(end, true);
    moved.push({ start: movedStart, end: end + shift, mask: mask + inside });
  }
  return moved;
}
