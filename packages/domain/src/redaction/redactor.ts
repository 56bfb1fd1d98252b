import { findFormats, findUserInfo } from './find-formats.js';
import { findNamedValues } from './find-named-values.js';
import { findPrivateKeys } from './find-private-keys.js';
import { findValues, type MaskedValue, spellValues } from './masked-values.js';
import { joinSpans, replaceSpans, type Span, withoutMasks } from './span.js';
import { spansAround, withoutColours } from './terminal-colours.js';

/** Masks credentials. */
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
}

/** A mask may reveal another credential in the text around it: `token: a1b2c3password=d4`. */
const MAX_ROUNDS = 6;

/** Creates a redactor that knows the formats and names of credentials, and a project's masked values. */
export function createRedactor(values: readonly MaskedValue[] = []): Redactor {
  const spellings = spellValues(values);
  function find(text: string): Span[] {
    const unmasked = withoutMasks(text);
    const spans = [
      ...findValues(unmasked, spellings),
      ...findPrivateKeys(text),
      ...findFormats(unmasked),
      ...findUserInfo(unmasked),
      ...findNamedValues(unmasked),
    ];
    return spans.length === 0 ? spans : joinSpans(spans);
  }
  function mask(text: string, from = 0): string {
    const plain = withoutColours(text);
    const spans = find(plain);
    return replaceSpans(text, plain === text ? spans : spansAround(text, spans), from);
  }
  return {
    text(text, from = 0) {
      let masked = mask(text, from);
      // Most texts contain no credentials.
      let isStable = masked.length === text.length - from && masked === text.slice(from);
      for (let round = 1; round < MAX_ROUNDS && !isStable; round += 1) {
        const before = masked;
        masked = mask(before);
        isStable = masked === before;
      }
      return masked;
    },
    name: (text) => replaceSpans(text, joinSpans(findValues(withoutMasks(text), spellings)), 0),
  };
}

/** Knows the formats and names of credentials, but no project's masked values. */
export const commonRedactor: Redactor = createRedactor();
