import { maskOf, type Span } from './span.js';

/** A project's masked value, and the name shown in its place. */
export interface MaskedValue {
  readonly name: string;
  readonly value: string;
}

interface Spelling {
  readonly text: string;
  readonly mask: string;
}

/** Shorter parts of a Base64 text would occur by chance. */
const MIN_ENCODED = 8;

/** The forms in which a value may occur, longest first: as is, in a web address, in JSON, and in Base64. */
export function spellValues(values: readonly MaskedValue[]): Spelling[] {
  return values
    .flatMap(({ name, value }) => {
      const forms = [value, encodeURIComponent(value.toWellFormed()), JSON.stringify(value).slice(1, -1)];
      return [...new Set([...forms, ...inBase64(value)])].map((text) => ({ text, mask: maskOf(name) }));
    })
    .toSorted((a, b) => b.text.length - a.text.length);
}

/** What all Base64 texts that contain the value have in common, however long the text before the value is. */
function inBase64(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2]
    .map((before) => {
      const whole = Buffer.concat([Buffer.alloc(before), bytes])
        .toString('base64')
        .replace(/=+$/, '');
      const bits = (before + bytes.length) * 8;
      return whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    })
    .filter((text) => text.length >= MIN_ENCODED);
}

/** Finds every form of the values. */
export function findValues(text: string, spellings: readonly Spelling[]): Span[] {
  const spans: Span[] = [];
  for (const { text: spelling, mask } of spellings) {
    for (let at = text.indexOf(spelling); at !== -1; at = text.indexOf(spelling, at + spelling.length))
      spans.push({ start: at, end: at + spelling.length, mask });
  }
  return spans;
}
