import type { ReportSink } from '../../define-format.js';
import type { FailureKind, Outcome } from '../../report.js';
import { assemblyName } from '../../reported-test.js';
import { Clip } from '../../text/clip.js';
import { readDate, readSeconds } from '../../text/numbers.js';
import type { XmlElement, XmlHandler } from '../../xml/xml-reader.js';

interface Node {
  readonly element: XmlElement;
  readonly assembly: string;
  readonly message: Clip;
  readonly stack: Clip;
  readonly output: Clip;
  /** Whether a test inside failed. */
  hasFailure: boolean;
}

/** Reads NUnit 3, and what Unity's test runner writes. */
export class Nunit3Handler implements XmlHandler {
  readonly #sink: ReportSink;
  /** The open suites and the open test case. */
  readonly #nodes: Node[] = [];

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  open(element: XmlElement): Clip | null {
    const { name, attributes } = element;
    if (name === 'test-run' || (name === 'test-suite' && element.parent === null)) this.#beginRun(attributes);
    if (name === 'test-suite' || name === 'test-case') this.#beginNode(element);
    if (name === 'property' && attributes.name === 'platform') this.#sink.variant('platform', attributes.value);
    return this.#clipOf(element);
  }

  close(element: XmlElement): void {
    const node = this.#nodes.at(-1);
    if (node?.element !== element) return;
    this.#nodes.pop();
    const hasFailed = element.name === 'test-case' ? this.#addCase(node) : this.#addSuiteFailure(node);
    const parent = this.#nodes.at(-1);
    if (parent && (hasFailed || node.hasFailure)) parent.hasFailure = true;
  }

  #beginRun(attributes: XmlElement['attributes']): void {
    const date = attributes['run-date'];
    const time = attributes['start-time'];
    this.#sink.startedAt(readDate(date === undefined ? time : `${date} ${time ?? ''}`));
    this.#sink.durationMs(readSeconds(attributes.duration ?? attributes.time));
  }

  #beginNode(element: XmlElement): void {
    const { type, name } = element.attributes;
    const { detailsLength, messageLength, outputLength } = this.#sink.limits;
    this.#nodes.push({
      element,
      assembly: type === 'Assembly' ? assemblyName(name) : (this.#nodes.at(-1)?.assembly ?? ''),
      message: new Clip(Math.max(messageLength, detailsLength)),
      stack: new Clip(detailsLength),
      output: new Clip(outputLength),
      hasFailure: false,
    });
  }

  /** `failure` and `reason` contain the message; `assertions` repeats what they say. */
  #clipOf({ name, parent }: XmlElement): Clip | null {
    const node = this.#nodes.at(-1);
    if (!node || !parent) return null;
    if (name === 'output' && parent === node.element) return node.output;
    if ((parent.name !== 'failure' && parent.name !== 'reason') || parent.parent !== node.element) return null;
    if (name === 'message') return node.message;
    return name === 'stack-trace' ? node.stack : null;
  }

  #addCase({ element: { attributes, parent }, assembly, message, stack, output }: Node): boolean {
    const text = message.text();
    const { outcome, kind } = resultOf(attributes, text);
    const { path, name } = nameOf(attributes, parent);
    this.#sink.add({
      path,
      name,
      outcome,
      kind,
      durationMs: readSeconds(attributes.duration ?? attributes.time),
      startedAt: readDate(attributes['start-time']),
      message: text,
      details: outcome === 'failed' ? stack.text() : '',
      output: output.text(),
      suite: assembly,
    });
    return outcome === 'failed';
  }

  /** A suite whose own SetUp or TearDown failed, if no test inside shows it. */
  #addSuiteFailure({ element: { attributes }, hasFailure, assembly, message, stack, output }: Node): boolean {
    const { result, site } = attributes;
    if (hasFailure || result !== 'Failed' || (site !== 'SetUp' && site !== 'TearDown')) return false;
    const text = message.text();
    this.#sink.add({
      path: attributes.fullname || attributes.name || '',
      name: `(${site})`,
      outcome: 'failed',
      kind: resultOf(attributes, text).kind,
      message: text,
      details: stack.text(),
      output: output.text(),
      suite: assembly,
    });
    return true;
  }
}

const TIMEOUT = /Timeout value of \d+ ?ms|exceeded (?:the )?Timeout/i;

/** https://docs.nunit.org/api/NUnit.Framework.Interfaces.ResultState.html */
function resultOf(
  { result, label = '' }: XmlElement['attributes'],
  message: string,
): { outcome: Outcome; kind: FailureKind | null } {
  // Older files join both, as in `Failed:Error`.
  const [status, joined = label] = (result ?? '').split(':');
  if (status === 'Passed' || status === 'Warning') return { outcome: 'passed', kind: null };
  if (status !== 'Failed') return { outcome: 'skipped', kind: null };
  if (TIMEOUT.test(message)) return { outcome: 'failed', kind: 'timeout' };
  // Cancelled: somebody stopped the run. Invalid: the test cannot run as it is written.
  const isError = joined === 'Error' || joined === 'Cancelled' || joined === 'Invalid';
  return { outcome: 'failed', kind: isError ? 'error' : 'failure' };
}

/** The full name begins with the fixture and its arguments, which `classname` lacks. */
function nameOf(attributes: XmlElement['attributes'], parent: XmlElement | null): { path: string; name: string } {
  const { name = '', fullname = '', classname = '' } = attributes;
  if (name !== '' && fullname.endsWith(`.${name}`)) return { path: fullname.slice(0, -name.length - 1), name };
  if (classname !== '' && fullname.startsWith(`${classname}.`))
    return { path: classname, name: fullname.slice(classname.length + 1) };
  return { path: classname || (parent?.attributes.fullname ?? ''), name: name || fullname };
}
