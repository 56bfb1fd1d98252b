import { decodeLog } from './decode-log.js';
import type { CapturedLog } from './diagnosis.js';
import { LogCutter, MAX_LINE } from './log-cutter.js';

/** How many bytes of a log file are diagnosed; of a longer one, the lines that matter. */
const DIAGNOSED_BYTES = 6 * 1024 * 1024;
/** Longer than any private key. */
const MAX_KEY = 16_384;

/** The kept part of a log file. */
export interface LogFile {
  readonly log: CapturedLog;
  readonly lineCount: number;
}

interface Options {
  readonly limit?: number;
  /** Masks credentials, before a cut could make them unrecognizable. */
  mask?(text: string): string;
}

/** Reads a log file of any size with bounded memory. Throws a BinaryLogError if it is not text. */
export async function captureLog(
  file: AsyncIterable<Uint8Array>,
  { limit = DIAGNOSED_BYTES, mask }: Options = {},
): Promise<LogFile> {
  const cutter = new LogCutter(limit);
  const lines = mask === undefined ? cutter : new MaskedLines(cutter, mask);
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
      lines.add(line);
      line = next;
    }
    lineCount += rest.length;
  }
  if (line !== '') lineCount += 1;
  const masked = (content: string) => mask?.(content) ?? content;
  if (whole !== null) return { log: { content: masked(whole.join('')), truncated: false }, lineCount };
  if (line !== '') lines.add(line);
  const { content, numbers } = lines.result();
  return { log: { content: masked(content), numbers, truncated: false }, lineCount };
}

/**
 * Masks the credentials that a cutter could split: private keys, which have many lines, and those in a line that loses
 * its middle. The others are in whole lines, and are masked once few lines are left.
 */
class MaskedLines {
  private key: string[] = [];
  private keyLength = 0;

  constructor(
    private readonly cutter: LogCutter,
    private readonly mask: (text: string) => string,
  ) {}

  add(line: string): void {
    if (this.key.length === 0 && !line.includes('-----BEGIN ')) {
      this.cutter.add(line.length * 3 > MAX_LINE ? this.mask(line) : line);
      return;
    }
    this.key.push(line);
    this.keyLength += line.length;
    if (line.includes('-----END ') || this.keyLength > MAX_KEY) this.flush();
  }

  result() {
    this.flush();
    return this.cutter.result();
  }

  private flush(): void {
    if (this.key.length === 0) return;
    for (const line of this.mask(this.key.join('\n')).split('\n')) this.cutter.add(line);
    this.key = [];
    this.keyLength = 0;
  }
}
