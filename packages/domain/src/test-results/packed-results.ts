/**
 * What a test did in one run, as it is packed: a digit for its outcome, and a byte for its duration. Places that a run did
 * not reach are `absent`.
 */
export const PACKED_OUTCOMES = [
  'absent',
  'passed',
  'failed',
  'skipped',
  'passed_on_retry',
  'failed_again',
  'failed_after_passing',
] as const;
export type PackedOutcome = (typeof PACKED_OUTCOMES)[number];

/** Tests of a suite are packed in chunks: one row holds what these did in one run. */
export const TESTS_PER_CHUNK = 256;

export interface PackedResult {
  readonly outcome: PackedOutcome;
  readonly durationMs: number | null;
}

export interface PackedChunk {
  /** Two outcomes per byte, the first in the lower half, without trailing zeros. */
  readonly outcomes: Uint8Array;
  /** One byte per test, without trailing zeros. */
  readonly durations: Uint8Array;
}

/** Each step is 7 % longer than the one before, so that a byte reaches from a millisecond to eight hours. */
const STEP = Math.log(1.07);
const SHORTEST_MS = 1;

/** Zero stands for an unknown duration. */
function packDuration(durationMs: number | null): number {
  if (durationMs === null) return 0;
  return Math.min(255, 1 + Math.max(0, Math.round(Math.log(durationMs / SHORTEST_MS) / STEP)));
}

const DURATIONS: readonly (number | null)[] = Array.from({ length: 256 }, (_, packed) =>
  packed === 0 ? null : Math.round(SHORTEST_MS * Math.exp((packed - 1) * STEP)),
);

export const unpackDuration = (packed: number): number | null => DURATIONS[packed] ?? null;

function withoutTrailingZeros(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

const EMPTY: PackedChunk = { outcomes: new Uint8Array(), durations: new Uint8Array() };

/** Adds results by their place in the chunk to what is packed already. */
export function packResults(
  results: ReadonlyMap<number, PackedResult>,
  { outcomes, durations }: PackedChunk = EMPTY,
): PackedChunk {
  const packedOutcomes = new Uint8Array(TESTS_PER_CHUNK / 2);
  const packedDurations = new Uint8Array(TESTS_PER_CHUNK);
  packedOutcomes.set(outcomes);
  packedDurations.set(durations);
  for (const [place, { outcome, durationMs }] of results) {
    const shift = (place & 1) * 4;
    const others = (packedOutcomes[place >> 1] ?? 0) & (0xf0 >> shift);
    packedOutcomes[place >> 1] = others | (PACKED_OUTCOMES.indexOf(outcome) << shift);
    packedDurations[place] = packDuration(durationMs);
  }
  return {
    outcomes: withoutTrailingZeros(packedOutcomes),
    durations: withoutTrailingZeros(packedDurations),
  };
}

/** What the test at a place did. */
export function unpackResult({ outcomes, durations }: PackedChunk, place: number): PackedResult {
  const digit = ((outcomes[place >> 1] ?? 0) >> ((place & 1) * 4)) & 0x0f;
  return { outcome: PACKED_OUTCOMES[digit] ?? 'absent', durationMs: unpackDuration(durations[place] ?? 0) };
}

/** What a test did in a run, from its attempts in order. */
export function outcomeOfAttempts(attempts: readonly ('passed' | 'failed' | 'skipped')[]): PackedOutcome {
  const decided = attempts.filter((attempt) => attempt !== 'skipped');
  const last = decided.at(-1);
  if (last === undefined) return attempts.length === 0 ? 'absent' : 'skipped';
  if (last === 'passed') return decided.includes('failed') ? 'passed_on_retry' : 'passed';
  if (decided.includes('passed')) return 'failed_after_passing';
  return decided.length > 1 ? 'failed_again' : 'failed';
}

/** The attempts that an outcome stands for, in order. */
export const ATTEMPTS_OF: Readonly<Record<PackedOutcome, readonly ('passed' | 'failed' | 'skipped')[]>> = {
  absent: [],
  passed: ['passed'],
  failed: ['failed'],
  skipped: ['skipped'],
  passed_on_retry: ['failed', 'passed'],
  failed_again: ['failed', 'failed'],
  failed_after_passing: ['passed', 'failed'],
};

const HAS_PASSED: ReadonlySet<PackedOutcome> = new Set(['passed', 'passed_on_retry', 'failed_after_passing']);
const HAS_FAILED: ReadonlySet<PackedOutcome> = new Set([
  'failed',
  'passed_on_retry',
  'failed_again',
  'failed_after_passing',
]);

/** What a test did in a run of which another part was packed before: its attempts follow those. */
export function mergeOutcomes(before: PackedOutcome, after: PackedOutcome): PackedOutcome {
  if (before === 'absent' || before === 'skipped') return after === 'absent' ? before : after;
  if (after === 'absent' || after === 'skipped') return before;
  const endsPassed = after === 'passed' || after === 'passed_on_retry';
  if (endsPassed) return HAS_FAILED.has(before) || after === 'passed_on_retry' ? 'passed_on_retry' : 'passed';
  return HAS_PASSED.has(before) || after === 'failed_after_passing' ? 'failed_after_passing' : 'failed_again';
}

/** Whether there was more than one attempt. */
export const hasRetried = (outcome: PackedOutcome): boolean => ATTEMPTS_OF[outcome].length > 1;
