import { FORMAT_RULES } from './rules.js';
import { maskOf, type Span } from './span.js';

/** Where any of the formats may start. Trying each format at each character would take several times as long. */
const STARTS = new RegExp(String.raw`\b(?:${FORMAT_RULES.map(({ starts }) => starts).join('|')})`, 'g');

/** One group per rule: it captures what stays visible, and shows which rule matched. */
const FORMATS = new RegExp(FORMAT_RULES.map(({ before = '', secret }) => `(${before})${secret}`).join('|'), 'y');

export function findFormats(text: string): Span[] {
  const spans: Span[] = [];
  STARTS.lastIndex = 0;
  for (let start = STARTS.exec(text); start !== null; start = STARTS.exec(text)) {
    FORMATS.lastIndex = start.index;
    const match = FORMATS.exec(text);
    if (match === null) continue;
    const rule = FORMAT_RULES.findIndex((_, index) => match[index + 1] !== undefined);
    const end = match.index + match[0].length;
    const visible = match[rule + 1] ?? '';
    spans.push({ start: match.index + visible.length, end, mask: maskOf(FORMAT_RULES[rule]?.name ?? '') });
    STARTS.lastIndex = end;
  }
  return spans;
}

/** `user:password@` or a long token before the host of a web address. */
const USER_INFO = /:\/\/(?:[^\s/?#<>"@:]*:[^\s/?#<>"]*|[^\s/?#<>"@:]{20,})@(?=\S)/g;

/** Finds credentials in web addresses. They are removed: nothing with an at-sign could be shown in their place. */
export function findUserInfo(text: string): Span[] {
  if (!text.includes('://')) return [];
  return [...text.matchAll(USER_INFO)].map(({ index, 0: match }) => ({
    start: index + '://'.length,
    end: index + match.length,
    mask: '',
  }));
}
