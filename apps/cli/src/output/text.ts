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
