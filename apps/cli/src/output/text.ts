import stringWidth from 'string-width';

/** Colour sequences are harmless; any other control character could drive the terminal. */
const COLOUR = String.raw`\u001B\[[0-9;]*m`;
const UNSAFE = new RegExp(String.raw`(${COLOUR})|[\p{Cc}\p{Bidi_Control}]`, 'gu');

/** Text from the service on one line, without characters that could drive the terminal. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, '')
    .trim();
}

/** Text from the service on several lines, without characters that could drive the terminal. */
export function manyLines(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', '    ').replace(UNSAFE, '$1'))
    .join('\n');
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Shortens text to a number of columns, with an ellipsis. */
export function fit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width - 1) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept.trimEnd()}…`;
}

/** Fills text up to a number of columns. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
