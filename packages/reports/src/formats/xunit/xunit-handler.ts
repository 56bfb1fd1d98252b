import type { ReportSink } from '../../define-format.js';
import type { Outcome } from '../../report.js';
import { assemblyName } from '../../reported-test.js';
import { Clip } from '../../text/clip.js';
import { readDate, readLineNumber, readSeconds } from '../../text/numbers.js';
import type { XmlElement, XmlHandler } from '../../xml/xml-reader.js';

interface Case {
  /** A `test`, or the `error` of a fixture or collection. */
  readonly element: XmlElement;
  readonly message: Clip;
  readonly stack: Clip;
  readonly output: Clip;
  exceptionType: string;
}

export class XunitHandler implements XmlHandler {
  readonly #sink: ReportSink;
  #case: Case | null = null;
  #assembly = '';
  #durationMs = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  open(element: XmlElement): Clip | null {
    const { name, attributes, parent } = element;
    if (name === 'assembly') this.#beginAssembly(attributes);
    if (!this.#case && (name === 'test' || (name === 'error' && parent?.name === 'errors')))
      this.#beginCase(element);
    if (!this.#case) return null;
    if (name === 'failure') this.#case.exceptionType = attributes['exception-type'] ?? '';
    if (name === 'message' || name === 'reason') return this.#case.message;
    if (name === 'stack-trace') return this.#case.stack;
    return name === 'output' ? this.#case.output : null;
  }

  close(element: XmlElement): void {
    const open = this.#case;
    if (open?.element !== element) return;
    this.#case = null;
    if (element.name === 'test') this.#addTest(open);
    else this.#addError(open);
  }

  #beginAssembly(attributes: XmlElement['attributes']): void {
    const { name, time } = attributes;
    this.#assembly = assemblyName(name);
    this.#sink.startedAt(
      readDate(attributes['start-rtf'] ?? `${attributes['run-date'] ?? ''} ${attributes['run-time'] ?? ''}`),
    );
    this.#durationMs += readSeconds(time) ?? 0;
    this.#sink.durationMs(this.#durationMs || null);
  }

  #beginCase(element: XmlElement): void {
    const { detailsLength, outputLength } = this.#sink.limits;
    this.#case = {
      element,
      message: new Clip(detailsLength),
      stack: new Clip(detailsLength),
      output: new Clip(outputLength),
      exceptionType: '',
    };
  }

  #addTest({ element: { attributes }, message, stack, output, exceptionType }: Case): void {
    const { type = '', name = '', method = '', result } = attributes;
    const outcome = outcomeOf(result);
    this.#sink.add({
      path: type,
      name: (type !== '' && name.startsWith(`${type}.`) ? name.slice(type.length + 1) : name) || method,
      outcome,
      kind: /Timeout/.test(exceptionType) ? 'timeout' : 'failure',
      durationMs: readSeconds(attributes.time),
      startedAt: readDate(attributes['start-rtf']),
      message: message.text(),
      details: outcome === 'failed' ? stack.text() : '',
      output: output.text(),
      file: attributes['source-file'],
      line: readLineNumber(attributes['source-line']),
      suite: this.#assembly,
    });
  }

  /** A fixture, collection or assembly failed outside any test, such as `test-class-cleanup`. */
  #addError({ element: { attributes }, message, stack }: Case): void {
    this.#sink.add({
      path: attributes.name || this.#assembly,
      name: `(${attributes.type || 'error'})`,
      outcome: 'failed',
      kind: 'error',
      message: message.text(),
      details: stack.text(),
      suite: this.#assembly,
    });
  }
}

function outcomeOf(result: string | undefined): Outcome {
  if (result === 'Pass') return 'passed';
  return result === 'Fail' ? 'failed' : 'skipped';
}
