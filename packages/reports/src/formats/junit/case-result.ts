import type { ReportLimits } from '../../limits.js';
import type { FailureKind, TestAttempt } from '../../report.js';
import { failedAttempt } from '../../reported-test.js';
import type { Clip } from '../../text/clip.js';
import { readSeconds } from '../../text/numbers.js';
import type { XmlElement } from '../../xml/xml-reader.js';

/** An element of a test case that tells an outcome. */
export interface CaseResult {
  readonly element: XmlElement;
  readonly details: Clip;
}

/** How bad each is. Surefire marks attempts with the last four. */
const SEVERITY: Readonly<Record<string, number>> = { skipped: 1, failure: 2, error: 3 };
const FLAKY = new Set(['flakyFailure', 'flakyError']);
const RERUN = new Set(['rerunFailure', 'rerunError']);
export const RESULTS = new Set([...Object.keys(SEVERITY), ...FLAKY, ...RERUN]);

export const isFailed = ({ element }: CaseResult) => element.name !== 'skipped';

/**
 * The result of the last attempt, and the earlier attempts. After `flaky…` the test passed; with `rerun…`, `failure` or
 * `error` is the first attempt.
 * https://maven.apache.org/surefire/maven-surefire-plugin/examples/rerun-failing-tests.html
 */
export function worstOf(results: readonly CaseResult[]): {
  final: CaseResult | null;
  attempts: readonly CaseResult[];
} {
  let worst: CaseResult | null = null;
  for (const result of results) {
    if (severityOf(result) > severityOf(worst)) worst = result;
  }
  const reruns = results.filter(({ element }) => RERUN.has(element.name));
  const last = reruns.at(-1);
  if (worst && last && isFailed(worst)) return { final: last, attempts: [worst, ...reruns.slice(0, -1)] };
  const flaky = results.filter(({ element }) => FLAKY.has(element.name));
  return { final: worst, attempts: [...flaky, ...reruns] };
}

const severityOf = (result: CaseResult | null) => (result ? (SEVERITY[result.element.name] ?? 0) : 0);

/** Types of JVM and JavaScript tools, such as `org.junit.runners.model.TestTimedOutException`. */
const TIMEOUT = /time_?d?[ -]?out/i;
const CRASH = /ForkException$|^(?:crash|abort)/i;

/** Messages of Mocha, Vitest, Jest, Playwright and pytest-timeout, whose types are only `Error`. */
const TIMEOUT_MESSAGE =
  /^\s*(?:\w{0,40}: )?(?:thrown: ")?(?:test )?(?:time-?out (?:of|>) ?[\d.]+ ?m?s\b|timed out (?:after|in) [\d.]+|exceeded timeout of \d+)/i;

export function kindOf({ element, details }: CaseResult): FailureKind {
  const { type = '', message } = element.attributes;
  if (TIMEOUT.test(type) || TIMEOUT_MESSAGE.test(message || details.start)) return 'timeout';
  if (CRASH.test(type)) return 'crash';
  return /(?:error|skipped)$/i.test(element.name) ? 'error' : 'failure';
}

export function attemptOf(result: CaseResult, limits: ReportLimits): TestAttempt {
  const { message, type, time } = result.element.attributes;
  const details = result.details.text();
  return failedAttempt(
    kindOf(result),
    readSeconds(time),
    { message: message || details || (type ?? ''), details },
    limits,
  );
}
