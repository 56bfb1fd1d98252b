import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ReportedAttempt, ReportedTestResult } from '@slipway/db';
import { fingerprintOf } from '@slipway/diagnosis';
import { describeCount, type Redactor, type TestVariant, variantKey } from '@slipway/domain';
import type { TestReport } from '@slipway/providers';
import {
  type FailureKind,
  type Outcome,
  type Problem,
  ReportError,
  type ReportedTest,
  type ReportSummary,
  readReport,
} from '@slipway/reports';

/** What files say, by variant. */
export interface ReadFiles {
  readonly groups: readonly TestGroup[];
  /** What could not be read. */
  readonly notes: readonly string[];
}

export interface TestGroup {
  readonly variant: TestVariant;
  readonly startedAt: Date | null;
  readonly results: readonly ReportedTestResult[];
}

interface ReadOptions {
  readonly redactor: Redactor;
  /** Aborted at the job's time limit. */
  readonly signal: AbortSignal;
}

/** Nothing of a file can be used; then nothing of its delivery counts, so that it can be sent again as a whole. */
export class UnreadableFileError extends Error {}

const MEBIBYTE = 1024 * 1024;
/** Of all files of a delivery together. */
const UNPACKED_LIMIT_BYTES = 512 * MEBIBYTE;
const MAX_TESTS = 200_000;
/** Of a failure; the reader keeps the beginning and the end of a longer text. */
const TEXT_LIMITS = { detailsLength: 16_000, outputLength: 16_000 };
/** Of all failures together; beyond it, only their messages are kept. */
const MAX_CHARACTERS = 32_000_000;
const MAX_NOTES = 20;

interface Budget {
  bytes: number;
  tests: number;
  characters: number;
}

/** Reads the files of a delivery as streams. */
export async function readFiles(report: TestReport, options: ReadOptions): Promise<ReadFiles> {
  const budget: Budget = { bytes: UNPACKED_LIMIT_BYTES, tests: MAX_TESTS, characters: MAX_CHARACTERS };
  const groups = new Map<
    string,
    { variant: TestVariant; startedAt: Date | null; results: ReportedTestResult[] }
  >();
  const notes: string[] = [];
  for (const file of report.files) {
    const results: ReportedTestResult[] = [];
    const summary = await readOne(file, { ...options, format: report.format, budget, results });
    for (const problem of summary.problems) notes.push(noteOf(file.name, problem));
    if (results.length === 0) continue;
    const variant = variantOf(report, summary);
    const key = variantKey(variant).toString('base64');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { variant, startedAt: summary.startedAt, results });
    else {
      for (const result of results) group.results.push(result);
      group.startedAt = earlier(group.startedAt, summary.startedAt);
    }
  }
  if (budget.tests === 0) notes.push(`Only the first ${describeCount(MAX_TESTS)} tests were read.`);
  return { groups: [...groups.values()], notes: withoutExcess(notes) };
}

function withoutExcess(notes: readonly string[]): string[] {
  if (notes.length <= MAX_NOTES) return [...notes];
  return [
    ...notes.slice(0, MAX_NOTES),
    `${describeCount(notes.length - MAX_NOTES)} more problems are not listed.`,
  ];
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** The sender's fields come first; the report knows the rest. */
function variantOf({ variant }: TestReport, { variant: found }: ReportSummary): TestVariant {
  return {
    platform: variant.platform || (found.platform ?? ''),
    configuration: variant.configuration || (found.configuration ?? ''),
    renderer: variant.renderer || (found.renderer ?? ''),
    device: variant.device || (found.device ?? ''),
    tags: variant.tags,
  };
}

const place = ({ line, offset }: Pick<Problem, 'line' | 'offset'>) =>
  line === null ? `character ${offset}` : `line ${line}`;

function noteOf(name: string, problem: Problem): string {
  const where = name === '' ? place(problem) : `${name}, ${place(problem)}`;
  return `${where[0]?.toUpperCase()}${where.slice(1)}: ${problem.reason}`;
}

interface ReadOneOptions extends ReadOptions {
  readonly format: string | undefined;
  readonly budget: Budget;
  readonly results: ReportedTestResult[];
}

async function readOne({ name, content }: TestReport['files'][number], options: ReadOneOptions) {
  const { format, budget, results, signal } = options;
  const unzip = createGunzip();
  // Reading `unzip` reports the same error.
  Readable.from([Buffer.from(content, 'base64')]).pipe(unzip);
  try {
    return await readReport(bounded(unzip, budget, signal), {
      format,
      limits: { ...TEXT_LIMITS, tests: Math.max(1, budget.tests) },
      onTest(test) {
        if (budget.tests === 0) return;
        budget.tests -= 1;
        results.push(toResult(test, options));
      },
    });
  } catch (error) {
    const reason = unreadableReason(error);
    if (reason === null) throw error;
    throw new UnreadableFileError(name === '' ? reason : `${name}: ${reason}`, { cause: error });
  } finally {
    unzip.destroy();
  }
}

class TooLargeError extends Error {}

async function* bounded(chunks: AsyncIterable<Uint8Array>, budget: Budget, signal: AbortSignal) {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    budget.bytes -= chunk.length;
    if (budget.bytes < 0) throw new TooLargeError();
    yield chunk;
  }
}

function unreadableReason(error: unknown): string | null {
  if (error instanceof ReportError) return error.message;
  if (error instanceof TooLargeError) return 'Uncompressed, the files are larger than 512 MiB.';
  const { code = '' } = error as NodeJS.ErrnoException;
  return code.startsWith('Z_') ? 'The file is damaged: it cannot be decompressed.' : null;
}

function toResult(test: ReportedTest, options: ReadOneOptions): ReportedTestResult {
  const { path, name, attempts } = test;
  return {
    path,
    name,
    attempts: [
      ...attempts.map((attempt) => toAttempt({ ...attempt, output: '', file: null, line: null }, options)),
      toAttempt(test, options),
    ],
  };
}

interface AttemptFields {
  readonly outcome: Outcome;
  readonly kind: FailureKind | null;
  readonly durationMs: number | null;
  readonly message: string;
  readonly details: string;
  readonly output: string;
  readonly file: string | null;
  readonly line: number | null;
}

function toAttempt(attempt: AttemptFields, { redactor, budget }: ReadOneOptions): ReportedAttempt {
  const { outcome, durationMs, kind } = attempt;
  if (outcome !== 'failed') return { outcome, durationMs };
  const message = redactor.text(attempt.message);
  const details = withinBudget(redactor.text(attempt.details), budget);
  const output = withinBudget(redactor.text(attempt.output), budget);
  return {
    outcome,
    durationMs,
    failure: {
      kind: kind ?? 'failure',
      message,
      details,
      output,
      file: redactor.text(attempt.file ?? ''),
      line: attempt.line,
      fingerprint: lookOf(message === '' ? details : message, kind),
    },
  };
}

function withinBudget(text: string, budget: Budget): string {
  if (text.length > budget.characters) return '';
  budget.characters -= text.length;
  return text;
}

/** Equal for failures that look the same, in whatever test: when a server is down, many tests fail alike. */
function lookOf(text: string, kind: FailureKind | null): string {
  const message = text.split('\n', 1)[0] ?? '';
  return fingerprintOf({ category: 'test', tool: kind ?? '', message, test: null, symbol: null, job: '' });
}
