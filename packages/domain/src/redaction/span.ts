export interface Span {
  readonly start: number;
  readonly end: number;
  readonly mask: string;
}

/** Shown in place of a credential whose name is still visible. */
export const REDACTED = '[redacted]';

/** The text shown in place of a credential, saying what it was. */
export function maskOf(what: string): string {
  return `[redacted: ${what}]`;
}

const MASK = /\[redacted(?:: [\w .-]{1,60})?\]/g;

/**
 * Blanks the masks of an earlier redaction, so that no rule matches part of them. It uses line breaks, because no
 * credential extends across one.
 */
export function withoutMasks(text: string): string {
  return text.includes('[redacted') ? text.replaceAll(MASK, (mask) => '\n'.repeat(mask.length)) : text;
}

/** Joins overlapping spans. If two start together, the one given first names the mask. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last === undefined || span.start >= last.end) joined.push(span);
    else if (span.end > last.end) joined[joined.length - 1] = { ...last, end: span.end };
  }
  return joined;
}

/** The text from a position on, with masks in place of the spans, which must be in order and not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], from: number): string {
  let result = '';
  let copied = from;
  for (const { start, end, mask } of spans) {
    if (end <= from) continue;
    result += text.slice(copied, start) + mask;
    copied = end;
  }
  return result + text.slice(copied);
}
