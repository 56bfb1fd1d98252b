import type { TestVerdict } from '@slipway/contracts';
import { countedRuns } from './counted-runs.js';
import { type Course, followRuns, isOpen } from './course.js';
import { type DurationChange, findSlowdown } from './duration-change.js';
import { collectEvidence, type Evidence } from './evidence.js';
import { type ProjectPrior, USUAL_PROJECT } from './flake-model.js';
import { branchOf, hasFailure, type TestRun } from './test-run.js';

export type TestState = TestVerdict;

/** What a judgement needs besides the runs of the test. */
export interface JudgeContext {
  readonly now: number;
  /** The branch that may be broken; by default that of the newest run. */
  readonly branch?: string;
  /** When the test was first reported on this variant. */
  readonly firstSeenAt: number;
  /** Runs of the test's suite on this variant since the oldest run of the history. */
  readonly suiteRuns: number;
  /** Those of them since the test was last executed. */
  readonly suiteRunsSince: number;
  readonly project?: ProjectPrior;
}

export interface Verdict {
  readonly state: TestState;
  /** What it was before: a broken test may have been flaky, and a fixed one was broken or flaky. */
  readonly previously: 'broken' | 'flaky' | null;
  /** That the test sometimes fails on good code. */
  readonly flakeProbability: number;
  /** That the newest revision of the branch is broken for the test. */
  readonly brokenProbability: number;
  /** The share of attempts that are expected to fail on good code. */
  readonly failureRate: number;
  /** The run with which the state began; null for `passing`. */
  readonly since: { readonly at: number; readonly revision: string } | null;
  /** The runs since then, of the branch only if the test is or was broken on it; 0 for `passing`. */
  readonly runsSince: number;
  readonly failuresSince: number;
  readonly suiteRunsSince: number;
  readonly evidence: Evidence;
  /** Whatever the state is. */
  readonly slowdown: DurationChange | null;
}

/** A test is new for this many runs. */
const NEW_RUNS = 10;
/** A fix or a slowdown is reported for two weeks, or for some runs where runs are rare. */
const NEWS_MS = 14 * 24 * 60 * 60 * 1000;
const NEWS_RUNS = 20;
const MIN_MISSED_RUNS = 3;
/** A test that runs now and then is silent when chance no longer explains its absence. Asked after every missed run. */
const ABSENT_BY_CHANCE = 0.0001;

/** Where the state began among the counted runs. */
interface Finding {
  readonly state: TestState;
  readonly from: number;
  readonly previously?: 'broken' | 'flaky';
}

interface Facts {
  readonly runs: readonly TestRun[];
  readonly course: Course;
  readonly slowdown: DurationChange | null;
  readonly context: JudgeContext;
}

/** Judges a test on one variant by its newest runs, at most 500 of 90 days. */
export function judge(history: readonly TestRun[], context: JudgeContext): Verdict {
  const runs = countedRuns(history);
  const newest = runs.at(-1);
  const branch = context.branch ?? (newest === undefined ? '' : branchOf(newest));
  const course = followRuns(runs, branch, context.project ?? USUAL_PROJECT);
  const slowdown = findSlowdown(runs);
  const finding = findState({ runs, course, slowdown, context });
  const start = finding.state === 'passing' ? undefined : runs[finding.from];
  const isOfBranch = finding.state === 'broken' || finding.previously === 'broken';
  const since = start === undefined ? [] : runs.slice(finding.from);
  const counted = isOfBranch ? since.filter((run) => branchOf(run) === branch) : since;
  return {
    state: finding.state,
    previously: finding.previously ?? null,
    flakeProbability: course.flakeProbability,
    brokenProbability: course.brokenProbability,
    failureRate: course.failureRate,
    since: start === undefined ? null : { at: start.at, revision: start.revision },
    runsSince: counted.length,
    failuresSince: counted.filter(hasFailure).length,
    suiteRunsSince: context.suiteRunsSince,
    evidence: collectEvidence(runs, branch, course.breaks),
    slowdown,
  };
}

/** The most important state that applies. */
function findState(facts: Facts): Finding {
  const { runs, course, slowdown, context } = facts;
  const flake = course.flakes.at(-1);
  const lastBreak = course.breaks.at(-1);
  if (isSilent(facts)) return { state: 'silent', from: runs.length - 1 };
  if (isOpen(lastBreak)) return brokenSince(lastBreak.from, isOpen(flake));
  if (isOpen(flake)) return { state: 'flaky', from: flake.from };
  const fix = findFix(facts);
  if (fix !== null) return fix;
  const slowFrom = slowdown === null ? -1 : runs.findIndex(({ at }) => at === slowdown.at);
  if (slowFrom >= 0 && isNews(facts, slowFrom)) return { state: 'slow', from: slowFrom };
  const isNew = runs.length < NEW_RUNS && context.firstSeenAt >= (runs[0]?.at ?? 0);
  return { state: isNew ? 'new' : 'passing', from: 0 };
}

function brokenSince(from: number, wasFlaky: boolean): Finding {
  return wasFlaky ? { state: 'broken', from, previously: 'flaky' } : { state: 'broken', from };
}

function findFix(facts: Facts): Finding | null {
  const { runs, course } = facts;
  const flakeEnd = course.flakes.at(-1)?.to ?? null;
  if (flakeEnd !== null && isNews(facts, flakeEnd)) {
    const lastFailure = runs.findLastIndex((run, index) => index <= flakeEnd && hasFailure(run));
    return { state: 'fixed', from: lastFailure + 1, previously: 'flaky' };
  }
  const breakEnd = course.breaks.at(-1)?.to ?? null;
  if (breakEnd === null || !isNews(facts, breakEnd)) return null;
  return { state: 'fixed', from: breakEnd, previously: 'broken' };
}

function isNews({ runs, context }: Facts, index: number): boolean {
  const age = context.now - (runs[index]?.at ?? 0);
  return age <= NEWS_MS || runs.length - index <= NEWS_RUNS;
}

/** Whether the test would hardly miss so many runs in a row if it still ran as often as before. */
function isSilent({ runs, context: { suiteRuns, suiteRunsSince } }: Facts): boolean {
  if (suiteRunsSince < MIN_MISSED_RUNS) return false;
  const before = Math.max(suiteRuns - suiteRunsSince, runs.length);
  let chance = 1;
  for (let missed = before - runs.length; missed < suiteRuns - runs.length; missed += 1)
    chance *= (missed + 1) / (runs.length + missed + 2);
  return chance < ABSENT_BY_CHANCE;
}
