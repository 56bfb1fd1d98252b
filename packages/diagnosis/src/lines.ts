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

const VARIABLE_PART = /0x[0-9a-f]{1,32}|\b[0-9a-f]{7,64}\b|\d+/gi;

/** Replaces numbers, hashes and addresses, so that lines from two builds of the same job are equal. */
export function maskLine(text: string): string {
  return text.trim().replace(VARIABLE_PART, '#');
}
