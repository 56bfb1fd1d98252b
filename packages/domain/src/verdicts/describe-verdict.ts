import { describeCount } from '../text/describe-count.js';
import { sanitizeText } from '../text/sanitize-text.js';
import type { TestState, Verdict } from './judge.js';

/** What a sentence names besides the verdict. */
export interface VerdictNames {
  /** `PS5`; null if the suite has one variant only. */
  readonly variant: string | null;
  /** How people write the revision of `since`: `#1846`, `a1b2c3d`. */
  readonly revision: string | null;
  readonly now: number;
}

const SHORT_HASH = 9;

/** How people write a revision; null for a build without one. */
export function revisionLabel(revision: string | undefined): string | null {
  if (revision === undefined || revision.startsWith('build ')) return null;
  return /^\d+$/.test(revision) ? `#${revision}` : sanitizeText(revision.slice(0, SHORT_HASH));
}

/** The verdict as people read it, with its reason. */
export function describeVerdict(verdict: Verdict, names: VerdictNames): string {
  return SENTENCES[verdict.state](verdict, {
    place: names.variant === null ? '' : ` on ${names.variant}`,
    revision: names.revision,
    day: (at) => describeDay(at, names.now),
  });
}

interface Words {
  /** ` on PS5`, or nothing. */
  readonly place: string;
  readonly revision: string | null;
  readonly day: (at: number) => string;
}

const SENTENCES: Readonly<Record<TestState, (verdict: Verdict, words: Words) => string>> = {
  passing: describePassing,
  broken: describeBroken,
  flaky: describeFlaky,
  fixed: describeFixed,
  new: describeNew,
  slow: describeSlow,
  silent: describeSilent,
};

function describePassing({ evidence }: Verdict, { place, day }: Words): string {
  const { runs, failures, failuresAtEnd, from } = evidence;
  if (from === null) return `Has not run${place} yet.`;
  const period = `${place} since ${day(from)}`;
  if (failures === 0) return `Passed ${allOf(runs)}${period}.`;
  const counts = `Failed ${describeCount(failures)} of ${countRuns(runs)}${period}`;
  if (failuresAtEnd === 0) return `${counts}; too few failures to call it flaky.`;
  return `${counts}, including the last ${failuresAtEnd === 1 ? 'one' : failuresAtEnd}; too early to tell why.`;
}

function describeBroken(verdict: Verdict, { place, revision, day }: Words): string {
  const { since, runsSince, failuresSince, previously } = verdict;
  const start = since === null ? '' : ` since ${withDay(revision, day(since.at))}`;
  const counts =
    failuresSince === runsSince
      ? `failed ${allOf(runsSince)}`
      : `failed ${describeCount(failuresSince)} of ${countRuns(runsSince)}`;
  const before = previously === 'flaky' ? ', more than its earlier flakiness explains' : '';
  return `Broken${place}${start}: ${counts}${before}.`;
}

function describeFlaky({ evidence, flakeProbability }: Verdict, { place, day }: Words): string {
  const { runs, failures, from } = evidence;
  const period = from === null ? '' : ` since ${day(from)}`;
  const certainty = flakeProbability >= 0.99 ? 'flaky' : 'likely flaky';
  return `Failed ${describeCount(failures)} of ${countRuns(runs)}${place}${period}, ${reasonOf(evidence)}; ${certainty}.`;
}

/** The strongest evidence that the failures are not of the code. */
function reasonOf({ failures, passedOnRetry, revisionsWithBoth, loneFailures }: Verdict['evidence']): string {
  if (passedOnRetry > 0 && passedOnRetry === failures) return 'and passed on retry each time';
  if (passedOnRetry > 0) return `${times(passedOnRetry)} passing on retry`;
  if (revisionsWithBoth === 1) return 'once on a revision that also passed';
  if (revisionsWithBoth > 1) return 'on revisions that also passed';
  if (loneFailures > 0) return 'with passing runs in between';
  return 'now and then';
}

function describeFixed(verdict: Verdict, { place, revision, day }: Words): string {
  const { since, runsSince, failuresSince, previously, evidence } = verdict;
  const results = `${passedOf(runsSince, failuresSince)} since`;
  if (previously === 'flaky') {
    const start = since === null ? '' : ` ${day(since.at)}`;
    const failed = `${describeCount(evidence.failures - failuresSince)} of the ${countRuns(evidence.runs - runsSince)}`;
    return `No longer flaky${place}: ${results}${start}, after failing ${failed} before.`;
  }
  const by = revision === null ? '' : ` by ${revision}`;
  const on = since === null ? '' : ` on ${day(since.at)}`;
  return `Fixed${place}${by}${on}: ${results}, after failing ${countRuns(evidence.failuresOfBreak)}.`;
}

function describeNew({ since, evidence }: Verdict, { place, day }: Words): string {
  if (since === null) return `Has not run${place} yet.`;
  const { runs, failures } = evidence;
  return `First ran${place} on ${day(since.at)}: ${passedOf(runs, failures)}.`;
}

function describeSlow({ slowdown }: Verdict, { place, revision, day }: Words): string {
  if (slowdown === null) return `Slower than usual${place}.`;
  const { at, beforeMs, afterMs } = slowdown;
  return `Takes ${describeTime(afterMs)}${place} since ${withDay(revision, day(at))}; it took ${describeTime(beforeMs)} before.`;
}

function describeSilent({ evidence, suiteRunsSince }: Verdict, { place, day }: Words): string {
  const last = evidence.lastRunAt === null ? '' : ` since ${day(evidence.lastRunAt)}`;
  return `Has not run${place}${last}, although its suite ran ${times(suiteRunsSince)}.`;
}

function passedOf(runs: number, failures: number): string {
  if (failures === 0) return `passed ${allOf(runs)}`;
  return `passed ${describeCount(runs - failures)} of ${countRuns(runs)}`;
}

const countRuns = (count: number) => `${describeCount(count)} ${count === 1 ? 'run' : 'runs'}`;

function allOf(runs: number): string {
  if (runs === 1) return 'its only run';
  return runs === 2 ? 'both runs' : `all ${countRuns(runs)}`;
}

function times(count: number): string {
  if (count === 1) return 'once';
  return count === 2 ? 'twice' : `${describeCount(count)} times`;
}

const withDay = (revision: string | null, day: string) => (revision === null ? day : `${revision} on ${day}`);

function describeTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

function describeDay(at: number, now: number): string {
  const isThisYear = new Date(at).getUTCFullYear() === new Date(now).getUTCFullYear();
  return (isThisYear ? DAY : DAY_AND_YEAR).format(at);
}
