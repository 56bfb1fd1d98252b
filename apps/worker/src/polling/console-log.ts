import { type DatabaseHandle, type DueBuild, findStoredLog } from '@slipway/db';
import { cleanText, commonRedactor, type Redactor, redactLog, unmaskedLogTail } from '@slipway/domain';
import { JenkinsError } from './jenkins-error.js';
import type { JenkinsHttp, ResponseHeaders } from './jenkins-http.js';
import { urlOf } from './jenkins-url.js';

const MEBIBYTE = 1024 * 1024;
/** Slipway stores the last 256,000 characters of a log, each at most four bytes long. */
const TAIL_BYTES = MEBIBYTE;
const MAX_RESPONSE_BYTES = 4 * MEBIBYTE;

/** The part of a console log that has been read. */
export interface ConsoleLog {
  readonly content: string;
  readonly truncated: boolean;
  /** Where the next read starts, as a byte offset in the server's file. */
  readonly offset: number;
}

export const EMPTY_LOG: ConsoleLog = { content: '', truncated: false, offset: 0 };

/** What earlier polls have read; null if the log comes from a report instead, or was purged. */
export async function findConsoleLog(on: DatabaseHandle, build: DueBuild): Promise<ConsoleLog | null> {
  const stored = await findStoredLog(on, build);
  if (stored === null) return EMPTY_LOG;
  if (stored === 'purged') return null;
  const isPolled = stored.receivedAt.getTime() === build.logStoredAt?.getTime();
  return isPolled ? { content: stored.content, truncated: stored.truncated, offset: build.logOffset } : null;
}

/** Jenkins sends at most ten thousand lines of a running build per response, so a long log takes several responses. */
const MAX_RESPONSES = 8;
const FULL_RESPONSE_CHARACTERS = 64 * 1024;

/** Reads what the build has printed since `known`, in up to `MAX_RESPONSES` responses, and masks it. */
export async function readNewOutput(
  http: JenkinsHttp,
  build: readonly string[],
  known: ConsoleLog,
  redactor: Redactor = commonRedactor,
): Promise<{ log: ConsoleLog; more: boolean }> {
  let log = known;
  for (let responses = 1; ; responses += 1) {
    const { text, kind, offset, more } = await readConsole(http, build, log.offset);
    // Jenkins sends whole lines, so no credential is split. A key of several lines is recognized by its first line.
    const output = kind === 'continued' ? log.content + text : text;
    const { content, truncated } = redactLog(unmaskedLogTail(output), redactor);
    log = { content, truncated: truncated || kind === 'tail' || (kind === 'continued' && log.truncated), offset };
    if (!more || text.length < FULL_RESPONSE_CHARACTERS || responses === MAX_RESPONSES) return { log, more };
  }
}

interface ConsoleText {
  readonly text: string;
  readonly offset: number;
  readonly more: boolean;
  /** The text follows the known text, replaces it from the beginning, or is only the tail of the new output. */
  readonly kind: 'continued' | 'restarted' | 'tail';
}

/**
 * Reads the console from an offset. A header contains the size of the server's file in bytes; if the file has become
 * shorter, the server sends it from the beginning. Only the tail of long output is read.
 */
async function readConsole(http: JenkinsHttp, build: readonly string[], start: number): Promise<ConsoleText> {
  const read = await readConsoleFrom(http, build, start);
  if (read.text !== null)
    return { ...read, text: read.text, kind: read.offset < start ? 'restarted' : 'continued' };
  const tail = await readConsoleFrom(http, build, read.offset - TAIL_BYTES);
  if (tail.text === null)
    throw new JenkinsError('unexpected', 'Jenkins sent more of the console than it announced');
  return { ...tail, text: tail.text, kind: 'tail' };
}

async function readConsoleFrom(http: JenkinsHttp, build: readonly string[], start: number) {
  const url = urlOf(http.server, [...build, 'logText', 'progressiveText'], { start: String(start) });
  const sizeOf = (header: ResponseHeaders) => Number(header('x-text-size') ?? Number.NaN);
  const { header, body } = await http.send({
    method: 'GET',
    url,
    maxBytes: MAX_RESPONSE_BYTES,
    skipsBody: (headers) => sizeOf(headers) - (sizeOf(headers) < start ? 0 : start) > 2 * TAIL_BYTES,
  });
  const offset = sizeOf(header);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new JenkinsError('unexpected', 'Jenkins does not report the size of the console');
  // Jenkins converts line endings to CRLF; cleanText removes what PostgreSQL cannot store.
  const text = body === null ? null : cleanText(body.toString('utf8').replaceAll('\r\n', '\n'));
  return { text, offset, more: header('x-more-data') === 'true' };
}
