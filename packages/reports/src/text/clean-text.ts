/** Sequences that set colours or titles, https://www.ecma-international.org/publications-and-standards/standards/ecma-48/ */
const TERMINAL_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences consist of
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b\n]{0,256}(?:\u0007|\u001b\\)|[@-Z\\^_])/g;
/** pytest writes an escape character as `#x1B`. */
const PRINTED_SEQUENCE = /#x1B\[[0-9;]{0,16}m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: logs contain them, and nobody can read them
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these, and the carriage return
const UNCLEAN = /[\u0000-\u0008\u000b-\u001f\u007f\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these, and what ends a line
const UNCLEAN_NAME = /[\u0000-\u001f\u007f\ufffe\uffff]/;

/** A text that people can read and PostgreSQL can store: no colours, no control characters, `\n` after each line. */
export function cleanText(text: string): string {
  const shown = text.includes('#x1B[') ? text.replaceAll(PRINTED_SEQUENCE, '') : text;
  if (!UNCLEAN.test(shown)) return shown.toWellFormed();
  return shown.replaceAll(TERMINAL_SEQUENCE, '').replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, '').toWellFormed();
}

/** A name on one line. */
export function cleanName(text: string): string {
  if (!UNCLEAN_NAME.test(text)) return text.trim().toWellFormed();
  return cleanText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/**
 * A copy that does not keep the text it was cut from in memory: V8 represents a part of a text as a reference to the
 * whole, so that a name of twenty characters holds 64 KB.
 */
export function detach(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

const FIRST_LINES = 10;

/** The first lines of a text. */
export function firstLines(text: string): string {
  return text.trim().split('\n', FIRST_LINES).join('\n');
}
