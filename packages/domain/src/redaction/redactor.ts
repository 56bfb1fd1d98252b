import { findFormats, findUserInfo } from './find-formats.js';
import { findNamedValues } from './find-named-values.js';
import { findPrivateKeys } from './find-private-keys.js';
import { findValues, type MaskedValue, spellValues } from './masked-values.js';
import { joinSpans, replaceSpans, type Span, withoutMasks } from './span.js';
import { spansAround, withoutColours } from './terminal-colours.js';

/** Masks credentials. */
export interface Redactor {
  /**
   * Masks the credentials in a text. Lines stay where they are, and redacting the result changes nothing. Takes linear
   * time.
   */
  text(text: string): string;
}

/** A mask may uncover what the text around it is: `token: a1b2c3password=d4`. */
const MAX_ROUNDS = 6;

/** Creates a redactor that knows the formats and names of credentials, and the values that a project wants masked. */
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
  function mask(text: string): string {
    const plain = withoutColours(text);
    const spans = find(plain);
    if (spans.length === 0) return text;
    return replaceSpans(text, plain === text ? spans : spansAround(text, spans));
  }
  return {
    text(text) {
      let masked = text;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const before = masked;
        masked = mask(before);
        if (masked === before) break;
      }
      return masked;
    },
  };
}

/** Knows the formats and names of credentials, and no values of a project. */
export const commonRedactor: Redactor = createRedactor();
