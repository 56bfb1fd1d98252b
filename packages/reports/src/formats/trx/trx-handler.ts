import type { ReportSink } from '../../define-format.js';
import { assemblyName } from '../../reported-test.js';
import { detach } from '../../text/clean-text.js';
import { Clip } from '../../text/clip.js';
import { readDate, readTimeSpan } from '../../text/numbers.js';
import type { XmlElement, XmlHandler } from '../../xml/xml-reader.js';
import { HeldResults } from './held-results.js';
import { resultOf } from './trx-outcome.js';

interface OpenResult {
  readonly element: XmlElement;
  readonly message: Clip;
  readonly stack: Clip;
  readonly output: Clip;
  hasRows: boolean;
  hasFailedRow: boolean;
}

const OUTPUTS = new Set(['StdOut', 'StdErr', 'DebugTrace']);
const RUN_FAILURES = new Set(['Error', 'Failed', 'Aborted', 'Timeout', 'Disconnected']);

/** Results name their test by id; the definition with its class comes after them (`dotnet test`) or before (MSTest). */
export class TrxHandler implements XmlHandler {
  readonly #sink: ReportSink;
  readonly #held: HeldResults;
  /** The open results: the rows of a data-driven test are inside it. */
  readonly #open: OpenResult[] = [];
  readonly #runErrors: Clip;
  #definitionId = '';
  #assembly = '';

  constructor(sink: ReportSink) {
    this.#sink = sink;
    this.#held = new HeldResults(sink);
    this.#runErrors = new Clip(sink.limits.detailsLength);
  }

  open(element: XmlElement): Clip | null {
    const { name, attributes, parent } = element;
    if (name === 'Times') this.#readTimes(attributes);
    if (parent?.name === 'Results' || parent?.name === 'InnerResults') this.#openResult(element);
    if (parent?.name === 'TestDefinitions') this.#definitionId = attributes.id ?? '';
    if (name === 'UnitTest') this.#assembly = assemblyName(attributes.storage);
    if (name === 'TestMethod') this.#held.define(this.#definitionId, attributes.className ?? '', this.#assembly);
    if (name === 'Text' && parent?.name === 'RunInfo') return this.#runInfoClip(parent);
    return this.#resultClip(element);
  }

  close(element: XmlElement): void {
    if (element.name === 'TestDefinitions') this.#held.release();
    if (element !== this.#open.at(-1)?.element) return;
    const result = this.#open.pop();
    if (result) this.#closeResult(result);
  }

  finish(isCut: boolean): void {
    this.#held.finish(isCut);
    if (isCut || this.#sink.hasFailed || this.#runErrors.isEmpty) return;
    const text = this.#runErrors.text();
    // The name of a run contains its user, machine and time, so it would be another test each time.
    this.#sink.add({
      path: this.#assembly,
      name: '(test run)',
      outcome: 'failed',
      kind: 'crash',
      message: text,
      details: text,
    });
  }

  #readTimes({ start, finish }: XmlElement['attributes']): void {
    const [startedAt, finishedAt] = [readDate(start), readDate(finish)];
    this.#sink.startedAt(startedAt);
    if (startedAt && finishedAt && finishedAt >= startedAt)
      this.#sink.durationMs(finishedAt.getTime() - startedAt.getTime());
  }

  #openResult(element: XmlElement): void {
    const { detailsLength, outputLength } = this.#sink.limits;
    this.#open.push({
      element,
      message: new Clip(detailsLength),
      stack: new Clip(detailsLength),
      output: new Clip(outputLength),
      hasRows: false,
      hasFailedRow: false,
    });
  }

  #runInfoClip({ attributes }: XmlElement): Clip | null {
    if (!RUN_FAILURES.has(attributes.outcome ?? '')) return null;
    if (!this.#runErrors.isEmpty) this.#runErrors.add('\n');
    return this.#runErrors;
  }

  #resultClip({ name, parent }: XmlElement): Clip | null {
    const result = this.#open.at(-1);
    if (!result) return null;
    if (name === 'Message' && parent?.name === 'ErrorInfo') return result.message;
    if (name === 'StackTrace') return result.stack;
    if (!OUTPUTS.has(name) && parent?.name !== 'TextMessages') return null;
    if (!result.output.isEmpty) result.output.add('\n');
    return result.output;
  }

  #closeResult({ element, message, stack, output, hasRows, hasFailedRow }: OpenResult): void {
    const { attributes } = element;
    const { outcome, kind } = resultOf(attributes.outcome, !message.isEmpty);
    const around = this.#open.at(-1);
    if (around) {
      around.hasRows = true;
      if (outcome === 'failed') around.hasFailedRow = true;
    }
    // Its rows are the tests, unless only the test around them failed.
    if (hasRows && (outcome !== 'failed' || hasFailedRow)) return;
    this.#held.add(detach(attributes.testId ?? ''), detach(attributes.testName ?? ''), {
      outcome,
      kind,
      durationMs: readTimeSpan(attributes.duration),
      startedAt: readDate(attributes.startTime),
      message: message.text(),
      details: outcome === 'failed' ? stack.text() : '',
      output: output.text(),
    });
  }
}
