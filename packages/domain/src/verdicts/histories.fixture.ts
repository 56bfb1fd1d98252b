import { type JudgeContext, judge, type Verdict } from './judge.js';
import type { TestRun } from './test-run.js';

const HOUR_MS = 60 * 60 * 1000;
export const START = Date.UTC(2026, 2, 3, 9);

const OUTCOMES: Readonly<Record<string, TestRun['outcomes']>> = {
  '.': ['passed'],
  F: ['failed'],
  R: ['failed', 'passed'],
  s: ['skipped'],
  /** Of an infrastructure run. */
  i: ['failed'],
};

export function makeRun(index: number, fields: Partial<TestRun> = {}): TestRun {
  return {
    at: START + index * HOUR_MS,
    revision: `r${index}`,
    order: null,
    outcomes: ['passed'],
    durationMs: null,
    fingerprint: null,
    isInfrastructure: false,
    touched: 'unknown',
    ...fields,
  };
}

/** One run for each letter: `.` passed, `F` failed, `R` passed on retry. Runs in brackets share a revision. */
export function makeRuns(text: string, fields: Partial<TestRun> = {}): TestRun[] {
  const runs: TestRun[] = [];
  let revision = 0;
  let isShared = false;
  for (const letter of text) {
    if (letter === '(' || letter === ')') {
      isShared = letter === '(';
      if (isShared) revision += 1;
      continue;
    }
    if (!isShared) revision += 1;
    const outcomes = OUTCOMES[letter] ?? [];
    const isInfrastructure = letter === 'i';
    runs.push({ ...makeRun(runs.length, { revision: `r${revision}`, outcomes, isInfrastructure }), ...fields });
  }
  return runs;
}

/** Judges right after the newest run, in a suite that ran as often as the test. */
export function judgeRuns(runs: readonly TestRun[], context: Partial<JudgeContext> = {}): Verdict {
  const oldest = runs[0]?.at ?? START;
  const now = runs.at(-1)?.at ?? START;
  return judge(runs, { now, firstSeenAt: oldest, suiteRuns: runs.length, suiteRunsSince: 0, ...context });
}

export const passes = (count: number) => '.'.repeat(count);
