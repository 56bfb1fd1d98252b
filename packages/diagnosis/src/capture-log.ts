import { decodeLog } from './decode-log.js';
import type { CapturedLog } from './diagnosis.js';
import { LogCutter } from './log-cutter.js';

/** How many bytes of a log file are diagnosed; of a longer one, the lines that matter. */
const DIAGNOSED_BYTES = 6 * 1024 * 1024;

/** A log file as far as it is diagnosed. */
export interface LogFile {
  readonly log: CapturedLog;
  /** The lines of the whole file. */
  readonly lineCount: number;
}

/** Reads a log file of any size with bounded memory. Throws a BinaryLogError if it is not text. */
export async function captureLog(
  file: AsyncIterable<Uint8Array>,
  limit: number = DIAGNOSED_BYTES,
): Promise<LogFile> {
  const cutter = new LogCutter(limit);
  let whole: string[] | null = [];
  let bytes = 0;
  let lineCount = 0;
  let line = '';
  for await (const text of decodeLog(file)) {
    bytes += Buffer.byteLength(text);
    if (bytes > limit) whole = null;
    whole?.push(text);
    const [first = '', ...rest] = text.split('\n');
    line += first;
    for (const next of rest) {
      cutter.add(line);
      line = next;
    }
    lineCount += rest.length;
  }
  if (line !== '') lineCount += 1;
  if (whole !== null) return { log: { content: whole.join(''), truncated: false }, lineCount };
  if (line !== '') cutter.add(line);
  return { log: { ...cutter.result(), truncated: false }, lineCount };
}
