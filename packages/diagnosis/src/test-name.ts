import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import { firstGroup, type Hit } from './scan.js';

// A group name may occur only once in a pattern, so alternatives use different names.
const TEST_GROUPS = ['test', 'name', 'class', 'other'];
const CRASH_LINES = 40;
const REPORT_LINES = 400;
const NESTED_LINES = 6;
const REPORT_WEIGHT = WEIGHT.specific;
/** Noise, and lines that passing builds also print, lose more points than this. */
const TOLERANCE = 20;

/** The test that the finding names, otherwise the one reported just before it, otherwise the likeliest in the log. */
export function testOf(ranked: readonly [Ranked, ...Ranked[]], lines: readonly LogLine[]): string | null {
  const [key] = ranked;
  const reported = testIn(key, lines) ?? (key.heading && testIn(key.heading, lines)) ?? testBefore(ranked, lines);
  if (reported !== null) return reported;
  for (const candidate of ranked) {
    const test = testIn(candidate, lines);
    if (test !== null) return test;
  }
  return testFunctionAfter(key.index, lines);
}

/** A failed test in the same step, if the likeliest line is an error inside a test rather than the test's report. */
export function reportedTest(
  [key, ...others]: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
): string | null {
  if (key.hits[0].matcher.ending) return null;
  const reports = others.filter(
    ({ hits, prior, inFailedStep, index }) =>
      hits[0].matcher.weight >= REPORT_WEIGHT &&
      prior > REPORT_WEIGHT - TOLERANCE &&
      inFailedStep === key.inFailedStep &&
      Math.abs(index - key.index) <= REPORT_LINES,
  );
  for (const report of reports) {
    const test = testIn(report, lines);
    if (test !== null) return test;
  }
  return null;
}

/** The names of the tests that failed, starting with the given one, each once. */
export function testsOf(ranked: readonly Ranked[], lines: readonly LogLine[], first: string): string[] {
  const names = new Set([first]);
  for (const candidate of ranked) {
    if (candidate.hits[0].matcher.weight < REPORT_WEIGHT || candidate.prior < 0) continue;
    const test = testIn(candidate, lines);
    if (test !== null) names.add(test);
  }
  return [...names];
}

function testBefore([key, ...others]: readonly [Ranked, ...Ranked[]], lines: readonly LogLine[]): string | null {
  let nearest: { readonly index: number; readonly test: string } | null = null;
  for (const candidate of others) {
    const { index } = candidate;
    if (index > key.index || index < Math.max(key.index - REPORT_LINES, nearest?.index ?? 0)) continue;
    const test = testIn(candidate, lines);
    if (test !== null) nearest = { index, test };
  }
  return nearest?.test ?? null;
}

function testIn({ hits, index }: Ranked, lines: readonly LogLine[]): string | null {
  for (const hit of hits) {
    if (hit.matcher.category !== 'test') continue;
    const test = firstGroup(hit, TEST_GROUPS) ?? testAbove(hit, lines);
    if (test !== null) return hit.matcher.id === 'mocha-test' ? nestedTitle(index, test, lines) : test;
  }
  return null;
}

/** Some reports name the test on the line before the result. */
const NAMED_ABOVE: Readonly<Record<string, RegExp>> = {
  'ant-test-result': /Testcase: (?<test>[^\s(]{1,200})/,
  'doctest-failed': /, in (?<test>[\w.]{1,200})$/,
};

function testAbove({ matcher, index }: Hit, lines: readonly LogLine[]): string | null {
  return NAMED_ABOVE[matcher.id]?.exec(lines[index - 1]?.text ?? '')?.groups?.test ?? null;
}

/** Mocha prints each suite of a failing test on a separate line; the title ends with a colon. */
function nestedTitle(index: number, first: string, lines: readonly LogLine[]): string {
  const parts = [first];
  let last = lines[index]?.text ?? '';
  for (let ahead = 1; ahead <= NESTED_LINES && !last.endsWith(':'); ahead += 1) {
    last = lines[index + ahead]?.text ?? '';
    if (last === '') break;
    parts.push(last.trim());
  }
  return parts.join(' ').replace(/:$/, '');
}

/** If the test runner itself crashed, the stack shows the running test. */
function testFunctionAfter(index: number, lines: readonly LogLine[]): string | null {
  for (let ahead = 0; ahead <= CRASH_LINES; ahead += 1) {
    const match = /\bin (?<test>test_\w{1,160})/.exec(lines[index + ahead]?.text ?? '');
    if (match?.groups?.test) return match.groups.test;
  }
  return null;
}
