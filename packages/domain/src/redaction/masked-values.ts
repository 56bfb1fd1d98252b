import { type DecodedText, decodings } from './decoded-text.js';
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

/** The forms in which values may occur besides their escapes, by the hash of their first three characters. */
export interface Spellings {
  readonly byHash: ReadonlyMap<number, readonly Spelling[]>;
  /** Whether spellings have the hash: most positions of a text are dismissed by this alone. */
  readonly isKnown: Uint8Array;
}

/** Shorter forms would occur by chance. */
const MIN_LENGTH = 6;
const HASHES = 1 << 12;

/** The hash of three characters, from the hash that ends one character earlier. */
function nextHash(hash: number, code: number): number {
  return ((hash << 4) ^ code) & (HASHES - 1);
}

export function spellValues(values: readonly MaskedValue[]): Spellings {
  const spellings = values.flatMap(({ name, value }) => {
    // A value that looks like an escape is decoded together with the text around it.
    const decoded = decodings(value).map(({ text }) => text);
    const forms = [...decoded, ...inBase64(Buffer.from(value)), ...inBase64(Buffer.from(value, 'utf16le'))];
    return [...new Set(forms)].map((text) => ({ text, mask: maskOf(name) }));
  });
  const byHash = new Map<number, Spelling[]>();
  const isKnown = new Uint8Array(HASHES);
  for (const spelling of spellings.toSorted((a, b) => b.text.length - a.text.length)) {
    if (spelling.text.length < MIN_LENGTH) continue;
    const hash = [0, 1, 2].reduce((before, at) => nextHash(before, spelling.text.charCodeAt(at)), 0);
    byHash.set(hash, [...(byHash.get(hash) ?? []), spelling]);
    isKnown[hash] = 1;
  }
  return { byHash, isKnown };
}

/** What all Base64 texts that contain the bytes have in common, however long the text before them is. */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const bits = (before + bytes.length) * 8;
    const common = whole.slice(Math.ceil((before * 8) / 6), Math.floor(bits / 6));
    return [common, common.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Finds every form of the values, also where the text encodes their characters. */
export function findValues(text: string, spellings: Spellings): Span[] {
  if (spellings.byHash.size === 0) return [];
  const decoded = decodings(text);
  // Forms write a space as a plus sign.
  if (text.includes('+')) decoded.push(...decodings(text.replaceAll('+', ' ')));
  return decoded.flatMap((searched) => findSpellings(searched, spellings));
}

function findSpellings({ text, sourceOf }: DecodedText, { byHash, isKnown }: Spellings): Span[] {
  const spans: Span[] = [];
  const searchedTo = new Map<Spelling, number>();
  let hash = 0;
  for (let last = 0; last < text.length; last += 1) {
    hash = nextHash(hash, text.charCodeAt(last));
    if (isKnown[hash] === 0) continue;
    const at = last - 2;
    for (const spelling of byHash.get(hash) ?? []) {
      if (at < (searchedTo.get(spelling) ?? 0) || !text.startsWith(spelling.text, at)) continue;
      const end = at + spelling.text.length;
      spans.push({ start: sourceOf(at), end: sourceOf(end), mask: spelling.mask });
      searchedTo.set(spelling, end);
    }
  }
  return spans;
}
