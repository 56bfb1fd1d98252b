import type { ReportSink } from '../../define-format.js';
import type { Outcome } from '../../report.js';
import { splitPlace } from '../../reported-test.js';
import { Clip } from '../../text/clip.js';
import { readDate, readLineNumber, readSeconds } from '../../text/numbers.js';
import type { XmlElement, XmlHandler } from '../../xml/xml-reader.js';
import { attemptOf, type CaseResult, isFailed, kindOf, RESULTS, worstOf } from './case-result.js';

interface Case {
  readonly element: XmlElement;
  readonly results: CaseResult[];
  readonly output: Clip;
}

const MAX_RESULTS = 100;
const VARIANT_PROPERTIES = ['platform', 'configuration', 'renderer', 'device'] as const;

/** Reads what the tools that write JUnit XML agree on, and the additions of Surefire and GoogleTest. */
export class JunitHandler implements XmlHandler {
  readonly #sink: ReportSink;
  #case: Case | null = null;
  #result: CaseResult | null = null;
  #suitesDurationMs = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  open(element: XmlElement): Clip | null {
    if (this.#case) return this.#openInCase(element, this.#case);
    const { name, attributes } = element;
    if (name === 'testsuite' || name === 'testsuites') this.#sink.startedAt(readDate(attributes.timestamp));
    if (name === 'property') this.#readProperty(attributes);
    if (name === 'testcase') this.#case = { element, results: [], output: this.#clip('output') };
    if ((name === 'failure' || name === 'error') && element.parent?.name === 'testsuite')
      return this.#openResult(element);
    return null;
  }

  close(element: XmlElement): void {
    if (element === this.#result?.element) this.#closeResult(this.#result);
    else if (element === this.#case?.element) this.#closeCase(this.#case);
    else if (element.name.startsWith('testsuite')) this.#closeSuite(element);
  }

  #clip(kind: 'details' | 'output'): Clip {
    return new Clip(kind === 'details' ? this.#sink.limits.detailsLength : this.#sink.limits.outputLength);
  }

  #openInCase(element: XmlElement, { output }: Case): Clip | null {
    if (this.#result) {
      // Inside Surefire's flakyFailure and rerunFailure.
      if (element.name === 'stackTrace') return this.#result.details;
      return element.name.startsWith('system-') ? output : null;
    }
    if (RESULTS.has(element.name)) return this.#hasRoom(this.#case) ? this.#openResult(element) : null;
    if (!element.name.startsWith('system-')) return null;
    if (!output.isEmpty) output.add('\n');
    return output;
  }

  #hasRoom(open: Case | null): boolean {
    if (!open || open.results.length < MAX_RESULTS) return true;
    this.#sink.problem(`A test has more than ${MAX_RESULTS} failures; the others are left out.`);
    return false;
  }

  #openResult(element: XmlElement): Clip {
    this.#result = { element, details: this.#clip('details') };
    return this.#result.details;
  }

  #closeResult(result: CaseResult): void {
    this.#result = null;
    if (this.#case) this.#case.results.push(result);
    else this.#addSuiteFailure(result);
  }

  #closeCase({ element, results, output }: Case): void {
    this.#case = null;
    const { attributes } = element;
    const { final, attempts } = worstOf(results);
    const outcome = outcomeOf(final, attributes);
    const suite = suiteName(element);
    const place = splitPlace(messageOf(final));
    this.#sink.add({
      path: isNodes(element) ? suiteNames(element) : attributes.classname || suite,
      name: attributes.name ?? '',
      outcome,
      kind: outcome === 'failed' && final ? kindOf(final) : null,
      durationMs: readSeconds(attributes.time),
      startedAt: readDate(attributes.timestamp),
      message: place.rest || (attributes.status === 'notrun' ? 'Disabled' : ''),
      details: detailsOf(final, results),
      output: output.text(),
      file: attributes.file ?? attributes.filepath ?? place.file,
      line: readLineNumber(attributes.line ?? attributes.lineno) ?? place.line,
      attempts: attempts.map((attempt) => attemptOf(attempt, this.#sink.limits)),
      suite,
    });
  }

  /** The suite itself failed, for example because its file could not be loaded. */
  #addSuiteFailure(result: CaseResult): void {
    const suite = result.element.parent;
    this.#sink.add({
      path: suite?.attributes.name ?? '',
      name: '(suite)',
      outcome: 'failed',
      kind: kindOf(result),
      message: messageOf(result),
      details: result.details.text(),
      file: suite?.attributes.file,
    });
  }

  #closeSuite({ attributes, parent }: XmlElement): void {
    const durationMs = readSeconds(attributes.time);
    if (parent === null) this.#sink.durationMs(durationMs ?? (this.#suitesDurationMs || null));
    else if (parent.parent === null && parent.name === 'testsuites') this.#suitesDurationMs += durationMs ?? 0;
  }

  #readProperty({ name = '', value }: XmlElement['attributes']): void {
    const part = VARIANT_PROPERTIES.find((each) => each === name.toLowerCase());
    if (part !== undefined) this.#sink.variant(part, value);
  }
}

function outcomeOf(final: CaseResult | null, { status, result }: XmlElement['attributes']): Outcome {
  if (final) return isFailed(final) || (status === 'notrun' && couldNotRun(final)) ? 'failed' : 'skipped';
  // GoogleTest marks tests that it did not run by attributes only.
  const isLeftOut =
    status === 'notrun' || status === 'disabled' || result === 'suppressed' || result === 'skipped';
  return isLeftOut ? 'skipped' : 'passed';
}

/** CTest marks tests whose program or files are missing as skipped, although it counts them as failed. */
function couldNotRun({ element }: CaseResult): boolean {
  const { message = '' } = element.attributes;
  return message !== '' && !message.startsWith('SKIP_');
}

function suiteName({ parent }: XmlElement): string {
  return parent?.name === 'testsuite' ? (parent.attributes.name ?? '') : '';
}

/** Node's test runner calls the class of every test "test". */
function isNodes({ attributes, parent }: XmlElement): boolean {
  return (
    attributes.classname === 'test' && parent?.name === 'testsuite' && parent.attributes.disabled !== undefined
  );
}

function suiteNames({ parent }: XmlElement): string {
  if (parent?.name !== 'testsuite') return '';
  return `${suiteNames(parent)} ${parent.attributes.name ?? ''}`.trim();
}

const messageOf = (result: CaseResult | null) =>
  result === null
    ? ''
    : result.element.attributes.message || result.details.text() || (result.element.attributes.type ?? '');

/** Everything that failed in the last attempt. */
function detailsOf(final: CaseResult | null, results: readonly CaseResult[]): string {
  if (final === null || !isFailed(final)) return '';
  const { name } = final.element;
  const alike =
    name === 'failure' || name === 'error' ? results.filter((each) => each.element.name === name) : [final];
  return alike.length === 1
    ? final.details.text() || textBeyondFirstLines(final.element.attributes.message)
    : alike.map((each) => each.details.text() || (each.element.attributes.message ?? '')).join('\n\n');
}

const textBeyondFirstLines = (text = '') => (text.includes('\n') ? text : '');
