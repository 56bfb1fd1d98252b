import type { ReportLimits } from './limits.js';
import type { Variant } from './report.js';
import type { ReportHead } from './report-head.js';
import type { TestFields } from './reported-test.js';

/** Takes what a format finds in a file. */
export interface ReportSink {
  readonly limits: ReportLimits;
  /** Throws StopReading if there are too many tests. */
  add(test: TestFields): void;
  /** The earliest time counts. */
  startedAt(date: Date | null): void;
  durationMs(duration: number | null): void;
  /** An empty value removes the part. */
  variant(part: keyof Variant, value: string | undefined): void;
  /** Something that is not as the format has it, at the current position. */
  problem(reason: string): void;
  /** Whether a failed test has been added. */
  readonly hasFailed: boolean;
}

/** Reads a file piece by piece. */
export interface ReportReader {
  /** In characters from the start. */
  readonly offset: number;
  /** Whether the first element of the file has been read. */
  readonly hasBegun: boolean;
  write(text: string): void;
  /** Throws StopReading if the file is cut off. */
  end(): void;
  /** Called last: adds what waited for a later part of the file. `isCut` if that part may be missing. */
  finish?(isCut: boolean): void;
}

/** A kind of test report. */
export interface Format {
  readonly label: string;
  /** The format's documentation. */
  readonly docs: string;
  /** Whether a file that begins like this is such a report. At most one format says so. */
  matches(head: ReportHead): boolean;
  open(sink: ReportSink): ReportReader;
}

export const defineFormat = (format: Format): Format => format;
