import { type DatabaseHandle, type DueBuild, findStoredLog } from '@slipway/db';
import { logTail } from '@slipway/domain';
import { readConsole } from './jenkins-api.js';
import type { JenkinsHttp } from './jenkins-http.js';

/** What is known of a console, and where to read on. */
export interface LogSoFar {
  readonly content: string;
  readonly truncated: boolean;
  readonly offset: number;
}

export const NO_LOG: LogSoFar = { content: '', truncated: false, offset: 0 };

/** What reading left so far; null when somebody else brought the log that the build has. */
export async function findLogSoFar(on: DatabaseHandle, build: DueBuild): Promise<LogSoFar | null> {
  const stored = await findStoredLog(on, build);
  if (stored === null) return NO_LOG;
  const isOurs = stored.receivedAt.getTime() === build.logStoredAt?.getTime();
  return isOurs ? { content: stored.content, truncated: stored.truncated, offset: build.logOffset } : null;
}

/** Jenkins sends ten thousand lines of a running build at most; a long log takes several answers to catch up with. */
const MAX_ANSWERS = 8;
const LONG_ANSWER = 64 * 1024;

/** Reads on to the end of what the build has printed, as far as that is near. */
export async function readOn(
  http: JenkinsHttp,
  segments: readonly string[],
  known: LogSoFar,
): Promise<{ log: LogSoFar; more: boolean }> {
  let log = known;
  for (let answers = 1; ; answers += 1) {
    const { text, kind, offset, more } = await readConsole(http, segments, log.offset);
    const { content, truncated } = logTail(kind === 'continued' ? log.content + text : text);
    log = { content, truncated: truncated || kind === 'end' || (kind === 'continued' && log.truncated), offset };
    if (!more || text.length < LONG_ANSWER || answers === MAX_ANSWERS) return { log, more };
  }
}
