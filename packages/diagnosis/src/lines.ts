/** Clock times that CI systems, agents and loggers print before every line. */
const CLOCKS: readonly RegExp[] = [
  // `gh run view --log`: job, step, time
  /^[^\t]{1,80}\t[^\t]{1,80}\t\ufeff?\d{4}-\d\d-\d\dT[\d:.]{8,20}Z ?/,
  // Bamboo: kind, date
  /^(?:build|simple|error|command)\t\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\t/,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?\]?(?: ?\d\d[OE][+ ]| [-|] | |:\s|$)/,
  // TeamCity: [09:41:03]W: [Step 2/5]
  /^\[\d\d:\d\d:\d\d\] ?[A-Za-z ]?:\s{0,4}/,
  /^\[?\d\d:\d\d:\d\d(?:[.,:]\d{1,6})?\]?(?: \| |: | {1,2}|\t|$)/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d [\w.-]{1,60} (?:[\w./-]{1,40}(?:\[\d{1,8}\])?: )?/,
  // Unreal: [2024.05.12-09.41.03:118][ 42]
  /^\[\d{4}\.\d\d\.\d\d-\d\d\.\d\d\.\d\d:\d{3}\]\[ {0,3}\d{1,6}\]/,
  // BuildKit: #12 3.456
  /^#\d{1,3} \d{1,5}\.\d{1,3} /,
];

// Avoids trying the patterns on most lines.
const MAY_START_CLOCK = /^(?:\[?\d|#\d|[A-Z][a-z]{2} [ \d]\d )/;

/** Removes clock times from the start of a line. */
export function withoutClock(text: string): string {
  if (!MAY_START_CLOCK.test(text) && !text.includes('\t')) return text;
  let rest = text;
  for (const clock of CLOCKS) rest = rest.replace(clock, '');
  return rest;
}

// Color sequences end in m; others move the cursor, set titles or links, and do not belong in a log.
/** What terminals read as commands; groups are the codes and the last letter of a command in brackets. */
export const TERMINAL_SEQUENCE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what escape sequences consist of
  /\u001b(?:\[([0-9;:?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_]?)/g;

/** A line as a terminal shows it in the end, without the versions that it overwrites. */
export function lastVersion(line: string): string {
  return line.includes('\r') ? (line.split('\r').findLast((version) => version !== '') ?? '') : line;
}

/** The text of a line without escape sequences. If the line was overwritten, only its last version. */
export function plainText(line: string): string {
  const shown = lastVersion(line);
  return shown.includes('\u001b') ? shown.replace(TERMINAL_SEQUENCE, '') : shown;
}

const ERROR = /(?:^|[\s[:(])(?:fatal|error|exception|failed|failure|panic|assertion failed|unhandled)\b/i;
const NO_ERROR = /\b(?:0|no) (?:errors?|failures?|failed)\b|errors?: 0\b|error-free/i;

export function isErrorLine(line: string): boolean {
  return ERROR.test(line) && !NO_ERROR.test(line);
}

const VARIABLE_PART = /0x[0-9a-f]{1,32}|\b[0-9a-f]{7,64}\b|\d+/gi;

/** Replaces numbers, hashes and addresses, so that lines from two builds of the same job are equal. */
export function maskLine(text: string): string {
  return text.trim().replace(VARIABLE_PART, '#');
}

/** A line of a log that another log does not have. */
export interface NewLine {
  readonly line: number;
  readonly text: string;
  readonly isError: boolean;
}

const messageOf = (line: string) => withoutClock(plainText(line));

/** Finds the lines that only the later build printed, each text once. Times, numbers and hashes are ignored. */
export function findNewLines(before: readonly string[], after: readonly string[]): NewLine[] {
  const known = new Set(before.map((line) => maskLine(messageOf(line))));
  return after.flatMap((line, index) => {
    const text = messageOf(line);
    const masked = maskLine(text);
    if (masked === '' || known.has(masked)) return [];
    known.add(masked);
    return [{ line: index + 1, text: text.trimEnd(), isError: isErrorLine(text) }];
  });
}
