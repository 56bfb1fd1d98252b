import type { Span } from './span.js';

/** Sequences that set colours, move the cursor or set a title, https://www.ecma-international.org/publications-and-standards/standards/ecma-48/ */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the sequences start with a control character
const SEQUENCE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]{0,256}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;

/** The text without color sequences, which may occur in the middle of a credential. */
export function withoutColours(text: string): string {
  return text.includes('\u001b') ? text.replaceAll(SEQUENCE, '') : text;
}

/** Maps spans of the text without colors to the colored text. Sequences inside a span follow its mask. */
export function spansAround(text: string, spans: readonly Span[]): Span[] {
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
