/** Characters that a terminal could interpret as commands. */
const UNSAFE = /[\p{Cc}\p{Bidi_Control}]/gu;
const COLOUR = String.raw`\u001B\[[0-9;]*m`;
const COLOUR_OR_UNSAFE = new RegExp(`(${COLOUR})|${UNSAFE.source}`, 'gu');
const NO_COLOUR = '\u001B[0m';

/** Text from the service on one line, without unsafe characters. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(UNSAFE, '').trim();
}

/** Text from the service on several lines, without unsafe characters. */
export function manyLines(text: string): string {
  return mapLines(text, (line) => line.replace(UNSAFE, ''));
}

/** Like `manyLines`, but keeps colors, such as those of a log. They are reset at the end of each line. */
export function colouredLines(text: string): string {
  return mapLines(text, (line) => {
    const safe = line.replace(COLOUR_OR_UNSAFE, '$1');
    return safe.includes('\u001B') ? `${safe}${NO_COLOUR}` : safe;
  });
}

function mapLines(text: string, clean: (line: string) => string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => clean(line.replaceAll('\t', '    ')))
    .join('\n');
}
