import type { TestHistoryEntry, TestStatus } from '@slipway/contracts';
import type { Tone } from '../../ui/status.js';
import { latency, plural } from '../../words/format.js';

export const hasFailed = (status: TestStatus) => status === 'failed' || status === 'errored';

export type Outcome = Pick<TestHistoryEntry, 'status' | 'retried' | 'duration_ms'> &
  Partial<Pick<TestHistoryEntry, 'infrastructure'>>;

/** What a test did in a run, in words and as a color. */
export function describeOutcome(outcome: Outcome): { readonly tone: Tone; readonly label: string } {
  const { status, retried, infrastructure = false } = outcome;
  if (infrastructure && hasFailed(status))
    return { tone: 'idle', label: 'failed with most of the suite, so it does not count' };
  if (hasFailed(status)) return { tone: 'bad', label: retried ? `${status}, also on retry` : status };
  if (status === 'skipped') return { tone: 'idle', label: 'skipped' };
  return retried ? { tone: 'warn', label: 'passed on retry' } : { tone: 'ok', label: 'passed' };
}

export const tookText = (ms: number | null) => (ms === null ? '' : `, ${latency(ms)}`);

/** `20 builds: 2 failed, 1 passed on retry, 17 passed`. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const { label } = describeOutcome(outcome);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return `${plural(outcomes.length, 'build')}: ${[...counts].map(([label, count]) => `${count} ${label}`).join(', ')}`;
}

interface Streak<Entry> {
  /** The first run of the failures that last until now. */
  readonly first: Entry;
  readonly runs: number;
  /** Null if every known run failed. */
  readonly lastPassing: Entry | null;
}

/** Since when a test fails, from its runs, newest first; null if it passes. Skipped and infrastructure runs do not count. */
export function failingSince<Entry extends Pick<TestHistoryEntry, 'status' | 'infrastructure'>>(
  history: readonly Entry[],
): Streak<Entry> | null {
  const counted = history.filter(({ status, infrastructure }) => status !== 'skipped' && !infrastructure);
  const passed = counted.findIndex(({ status }) => !hasFailed(status));
  const runs = passed === -1 ? counted.length : passed;
  const first = counted[runs - 1];
  return first === undefined ? null : { first, runs, lastPassing: counted[runs] ?? null };
}

/** `0.4%`, `12%`; empty for a test that is not and was not flaky. */
export function rateText(rate: number): string {
  if (rate === 0) return '';
  const percent = rate * 100;
  return `${percent < 10 ? Math.max(0.1, Math.round(percent * 10) / 10) : Math.round(percent)}%`;
}
