import { type BytesWithHead, readHead } from '@slipway/domain';
import type { ReportReader } from './define-format.js';
import { DEFAULT_LIMITS, type ReportLimits } from './limits.js';
import { FORMAT_NAMES, type FormatName, HEAD_BYTES, isFormatName, recognize } from './recognize.js';
import { formats } from './registry.js';
import type { Outcome, Problem, ReportedTest, Variant } from './report.js';
import { ReportCollector } from './report-collector.js';
import { DOCTYPE_REFUSED, ReportError, StopReading } from './report-error.js';
import { decodeHead, decodeText, encodingOf } from './text/decode-text.js';

export interface ReportSummary {
  readonly format: FormatName;
  readonly tests: Readonly<Record<Outcome, number>>;
  /** The earliest time that the report names. */
  readonly startedAt: Date | null;
  readonly durationMs: number | null;
  readonly variant: Readonly<Variant>;
  /** What could not be read, in the order of the file. */
  readonly problems: readonly Problem[];
  /** False if the file is cut off, not well-formed or beyond a limit: it may contain more tests. */
  readonly isComplete: boolean;
}

export interface ReadOptions {
  /** The content decides if absent, and must agree otherwise. */
  readonly format?: string | undefined;
  readonly limits?: Partial<ReportLimits>;
  /** Called for each test in the order of the file; reading waits for it. */
  onTest(test: ReportedTest): void | Promise<void>;
}

/** Reads a report as a stream. Throws ReportError if nothing of it can be read, and whatever `chunks` or `onTest` throw. */
export async function readReport(chunks: AsyncIterable<Uint8Array>, options: ReadOptions): Promise<ReportSummary> {
  const bytes = await readHead(chunks, HEAD_BYTES);
  try {
    return await read(bytes, options);
  } finally {
    await bytes.close();
  }
}

async function read({ head, whole }: BytesWithHead, options: ReadOptions): Promise<ReportSummary> {
  const format = requireFormat(head, options.format);
  const collector = new ReportCollector({ ...DEFAULT_LIMITS, ...options.limits });
  const reader = formats[format].open(collector);
  collector.reader = reader;
  for await (const text of decodeText(whole, encodingOf(head))) {
    collector.pieceStarts(text);
    attempt(collector, reader, () => reader.write(text));
    await deliver(collector, options);
    if (collector.hasStopped) break;
  }
  if (!collector.hasStopped) attempt(collector, reader, () => reader.end());
  attempt(collector, reader, () => reader.finish?.(collector.hasStopped));
  await deliver(collector, options);
  return {
    format,
    tests: collector.counts,
    startedAt: collector.earliest,
    durationMs: collector.duration,
    variant: collector.variants,
    problems: collector.problems,
    isComplete: !collector.hasStopped,
  };
}

function attempt(collector: ReportCollector, reader: ReportReader, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof StopReading)) throw error;
    if (!reader.hasBegun) throw new ReportError(error.message, { code: 'malformed', cause: error });
    collector.stop(error.message);
  }
}

async function deliver(collector: ReportCollector, { onTest }: ReadOptions): Promise<void> {
  for (const test of collector.takeTests()) {
    const waiting = onTest(test);
    if (waiting !== undefined) await waiting;
  }
}

/** Web pages are not refused for their document type: they are no reports. */
const FOREIGN_DOCTYPE = /^\s*<(?:.{0,1000}?<)?!doctype(?!\s+html)/is;

/** The format of a file, by its first bytes. Throws ReportError if it has none, or not the named one. */
export function requireFormat(head: Uint8Array, named?: string): FormatName {
  if (head.length === 0) throw new ReportError('The file is empty.', { code: 'not_a_report' });
  if (named !== undefined && !isFormatName(named))
    throw new ReportError(
      `There is no test-report format “${named.slice(0, 40)}”. Formats: ${FORMAT_NAMES.join(', ')}.`,
      { code: 'unknown_format' },
    );
  if (FOREIGN_DOCTYPE.test(decodeHead(head))) throw new ReportError(DOCTYPE_REFUSED, { code: 'forbidden' });
  const format = recognize(head);
  if (named !== undefined && format !== named)
    throw new ReportError(
      `The file is not ${formats[named].label}${format === null ? '.' : ` but ${formats[format].label}.`}`,
      { code: 'not_a_report' },
    );
  if (format === null)
    throw new ReportError('The content is none of the test-report formats that can be read.', {
      code: 'unknown_format',
    });
  return format;
}
