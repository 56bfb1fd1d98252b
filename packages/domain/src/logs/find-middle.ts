/** The size of a stored part of a log. Lines are counted from 1, with those that were dropped. */
export interface PartSize {
  readonly firstLine: number;
  readonly lines: number;
  readonly bytes: number;
}

/** The parts in the middle of a log that do not fit, by their first lines, and the number of lines before them. */
export interface MiddleOfLog {
  readonly firstLines: readonly number[];
  readonly headLines: number;
}

/**
 * Finds the parts to drop from a log that is longer than a limit; null if it is not. The first half of the limit is for
 * the head, which stays the same once something is dropped, and the rest for the tail.
 */
export function findMiddle(
  parts: readonly PartSize[],
  { limitBytes, headLines: knownHead }: { readonly limitBytes: number; readonly headLines: number },
): MiddleOfLog | null {
  let excess = parts.reduce((sum, { bytes }) => sum + bytes, 0) - limitBytes;
  if (excess <= 0) return null;
  let headLines = knownHead;
  let headBytes = 0;
  const firstLines: number[] = [];
  // The last part is the end of the log, however large it is.
  for (const { firstLine, lines, bytes } of parts.slice(0, -1)) {
    headBytes += bytes;
    const isHead = knownHead > 0 ? firstLine <= knownHead : firstLines.length === 0 && headBytes <= limitBytes / 2;
    if (isHead) {
      headLines = firstLine + lines - 1;
      continue;
    }
    if (excess <= 0) break;
    firstLines.push(firstLine);
    excess -= bytes;
  }
  return firstLines.length === 0 ? null : { firstLines, headLines };
}

/** The line shown in place of what was dropped from a log. */
export function middleMark(lines: number, bytes: number): string {
  const [count, size] = [lines, bytes].map((number) => number.toLocaleString('en-US'));
  return `[… ${count} lines with ${size} bytes were dropped, because the log is too long …]`;
}

/** How long logs may be, in bytes. */
export interface LogLimits {
  readonly logBytes: number;
  /** Of all logs that are opened in an account on a day (UTC). */
  readonly dailyBytes: number;
  /** What is left of each log once the day's limit is used up. */
  readonly leastBytes: number;
}

/** How long a log may be, after the account's other logs of the day. */
export function logLimit({ logBytes, dailyBytes, leastBytes }: LogLimits, othersBytes: number): number {
  return Math.min(logBytes, Math.max(leastBytes, dailyBytes - othersBytes));
}

/** The limits according to an operator's settings. Beyond the day's limit, a log keeps as much as a report may contain. */
export function logLimitsOf(settings: {
  readonly LOG_LIMIT: number;
  readonly LOG_DAILY_LIMIT: number;
}): LogLimits {
  const { LOG_LIMIT: logBytes, LOG_DAILY_LIMIT: dailyBytes } = settings;
  return { logBytes, dailyBytes, leastBytes: Math.min(logBytes, LEAST_BYTES) };
}

const LEAST_BYTES = 1024 * 1024;

const PART_BYTES = 256 * 1024;

/** Parts of at least this size are not continued. */
export const ENOUGH_PART_BYTES = PART_BYTES / 2;

/** Divides lines into parts of about 256 KiB, the size that is read and written at once. */
export function divideLines(lines: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = PART_BYTES;
  for (const line of lines) {
    if (bytes >= PART_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(line);
    bytes += Buffer.byteLength(line) + 1;
  }
  return parts;
}
