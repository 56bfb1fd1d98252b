import {
  mergeOutcomes,
  outcomeOfAttempts,
  type PackedChunk,
  type PackedOutcome,
  type PackedResult,
  packResults,
  TESTS_PER_CHUNK,
  unpackResult,
} from '@slipway/domain';
import type { TestPlace } from './test-places.js';

/** One attempt of a test, as a report has it. */
export interface ReportedAttempt {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly durationMs: number | null;
  /** Set if it failed. */
  readonly failure?: ReportedFailure;
}

/** Bounded, and without credentials. */
export interface ReportedFailure {
  readonly kind: string;
  readonly message: string;
  readonly details: string;
  readonly output: string;
  readonly file: string;
  readonly line: number | null;
  readonly fingerprint: string;
}

export interface ReportedTestResult {
  readonly path: string;
  readonly name: string;
  /** In order. */
  readonly attempts: readonly ReportedAttempt[];
}

export interface ResultsRow extends PackedChunk {
  readonly chunk: number;
}

export interface FailureRow extends ReportedFailure {
  readonly testId: number;
  /** Within the report. */
  readonly attempt: number;
}

/** The rows of the chunks that the results are in, with what was packed before. */
export function packAll(
  places: readonly TestPlace[],
  results: readonly ReportedTestResult[],
  { stored, isLatest }: { readonly stored: ReadonlyMap<number, PackedChunk>; readonly isLatest: boolean },
): ResultsRow[] {
  const chunks = new Map<number, Map<number, PackedResult>>();
  for (const [index, { attempts }] of results.entries()) {
    const at = places[index];
    if (at === undefined) continue;
    const chunk = chunks.get(at.chunk) ?? new Map<number, PackedResult>();
    chunks.set(at.chunk, chunk);
    const known = resultOf(stored.get(at.chunk), at.place);
    const before = chunk.get(at.place) ?? (isLatest ? known : ABSENT);
    chunk.set(at.place, addAttempts(before, attempts));
  }
  // What an earlier attempt did comes before what is known.
  if (!isLatest)
    for (const [number, chunk] of chunks)
      for (const [place, earlier] of chunk)
        chunk.set(place, followedBy(earlier, resultOf(stored.get(number), place)));
  return [...chunks].map(([chunk, packed]) => {
    const { outcomes, durations } = packResults(packed, stored.get(chunk));
    return { chunk, outcomes, durations };
  });
}

const ABSENT: PackedResult = { outcome: 'absent', durationMs: null };

function resultOf(chunk: PackedChunk | undefined, place: number): PackedResult {
  return chunk === undefined ? ABSENT : unpackResult(chunk, place);
}

/** The duration is that of the last attempt. */
function addAttempts(before: PackedResult, attempts: readonly ReportedAttempt[]): PackedResult {
  const outcome = outcomeOfAttempts(attempts.map((attempt) => attempt.outcome));
  const durationMs = attempts.findLast((attempt) => attempt.durationMs !== null)?.durationMs ?? before.durationMs;
  return { outcome: mergeOutcomes(before.outcome, outcome), durationMs };
}

function followedBy(earlier: PackedResult, later: PackedResult): PackedResult {
  if (later.outcome === 'absent') return earlier;
  return { outcome: mergeOutcomes(earlier.outcome, later.outcome), durationMs: later.durationMs };
}

export function failuresOf(places: readonly TestPlace[], results: readonly ReportedTestResult[]): FailureRow[] {
  const failures: FailureRow[] = [];
  const attemptsOf = new Map<number, number>();
  for (const [index, { attempts }] of results.entries()) {
    const testId = places[index]?.testId;
    if (testId === undefined) continue;
    for (const { failure } of attempts) {
      if (failure === undefined) continue;
      const attempt = (attemptsOf.get(testId) ?? 0) + 1;
      attemptsOf.set(testId, attempt);
      failures.push({ ...failure, testId, attempt });
    }
  }
  return failures;
}

export interface RunCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly retried: number;
  readonly durationMs: number;
}

const COUNTED_AS: Readonly<Record<PackedOutcome, 'passed' | 'failed' | 'skipped' | null>> = {
  absent: null,
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  passed_on_retry: 'passed',
  failed_again: 'failed',
  failed_after_passing: 'failed',
};

export function countAll(chunks: Iterable<PackedChunk>): RunCounts {
  const counts = { passed: 0, failed: 0, skipped: 0, retried: 0, durationMs: 0 };
  for (const chunk of chunks)
    for (let place = 0; place < TESTS_PER_CHUNK; place += 1) {
      const { outcome, durationMs } = unpackResult(chunk, place);
      const counted = COUNTED_AS[outcome];
      if (counted === null) continue;
      counts[counted] += 1;
      counts.durationMs += durationMs ?? 0;
      if (outcome === 'passed_on_retry') counts.retried += 1;
    }
  return counts;
}
