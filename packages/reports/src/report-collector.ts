import type { ReportReader, ReportSink } from './define-format.js';
import type { ReportLimits } from './limits.js';
import type { Outcome, Problem, ReportedTest, Variant } from './report.js';
import { StopReading } from './report-error.js';
import { NameCache, reportedTest, type TestFields } from './reported-test.js';
import { cleanName, detach } from './text/clean-text.js';
import { clipStart } from './text/clip.js';

const MAX_PROBLEMS = 20;

/** Counts what a format finds, and knows the line of each position. */
export class ReportCollector implements ReportSink {
  readonly limits: ReportLimits;
  readonly counts: Record<Outcome, number> = { passed: 0, failed: 0, skipped: 0 };
  readonly variants: Variant = {};
  readonly problems: Problem[] = [];
  reader: ReportReader | null = null;
  earliest: Date | null = null;
  duration: number | null = null;
  hasStopped = false;
  readonly #names = new NameCache();
  #tests: ReportedTest[] = [];
  /** The piece that is being read and the one before, in which a position can be. */
  #pieces: { text: string; offset: number; line: number }[] = [];

  constructor(limits: ReportLimits) {
    this.limits = limits;
  }

  get hasFailed(): boolean {
    return this.counts.failed > 0;
  }

  add(fields: TestFields): void {
    const { passed, failed, skipped } = this.counts;
    if (passed + failed + skipped >= this.limits.tests)
      throw new StopReading(`The report has more than ${this.limits.tests} tests.`);
    const test = reportedTest(fields, this.limits, this.#names);
    this.counts[test.outcome] += 1;
    this.#tests.push(test);
  }

  startedAt(date: Date | null): void {
    if (date && (this.earliest === null || date < this.earliest)) this.earliest = date;
  }

  durationMs(duration: number | null): void {
    if (duration !== null) this.duration = duration;
  }

  variant(part: keyof Variant, value: string | undefined): void {
    const name = detach(clipStart(cleanName(value ?? ''), 200));
    if (name === '') delete this.variants[part];
    else this.variants[part] = name;
  }

  problem(reason: string): void {
    if (this.problems.length < MAX_PROBLEMS && this.problems.at(-1)?.reason !== reason) this.#note(reason);
  }

  stop(reason: string): void {
    this.hasStopped = true;
    this.#note(reason);
  }

  #note(reason: string): void {
    const offset = this.reader?.offset ?? 0;
    this.problems.push({ line: this.#lineAt(offset), offset, reason: clipStart(reason, 500) });
  }

  pieceStarts(text: string): void {
    const last = this.#pieces.at(-1);
    const piece = last
      ? { text, offset: last.offset + last.text.length, line: last.line + countLines(last.text, last.text.length) }
      : { text, offset: 0, line: 1 };
    this.#pieces = last ? [last, piece] : [piece];
  }

  takeTests(): ReportedTest[] {
    const tests = this.#tests;
    this.#tests = [];
    return tests;
  }

  #lineAt(offset: number): number | null {
    const piece = this.#pieces.findLast((each) => each.offset <= offset) ?? this.#pieces[0];
    return piece ? piece.line + countLines(piece.text, offset - piece.offset) : null;
  }
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
