import type { ReportSink } from '../../define-format.js';
import type { FailureKind, Outcome } from '../../report.js';
import { assemblyName, splitName } from '../../reported-test.js';
import { Clip } from '../../text/clip.js';
import { readDate, readSeconds } from '../../text/numbers.js';
import type { XmlElement, XmlHandler } from '../../xml/xml-reader.js';

interface Case {
  readonly element: XmlElement;
  readonly message: Clip;
  readonly stack: Clip;
}

export class Nunit2Handler implements XmlHandler {
  readonly #sink: ReportSink;
  #case: Case | null = null;
  #assembly = '';
  #hasDuration = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  open(element: XmlElement): Clip | null {
    const { name, attributes } = element;
    if (name === 'test-results') this.#beginRun(attributes);
    if (name === 'test-suite') this.#beginSuite(attributes);
    if (name === 'test-case') {
      const { detailsLength } = this.#sink.limits;
      this.#case = { element, message: new Clip(detailsLength), stack: new Clip(detailsLength) };
    }
    if (!this.#case) return null;
    if (name === 'message') return this.#case.message;
    return name === 'stack-trace' ? this.#case.stack : null;
  }

  close(element: XmlElement): void {
    const open = this.#case;
    if (open?.element !== element) return;
    this.#case = null;
    const { attributes } = element;
    const { path, name } = splitName(attributes.name ?? '');
    const { outcome, kind } = resultOf(attributes);
    this.#sink.add({
      path,
      name,
      outcome,
      kind,
      durationMs: readSeconds(attributes.time),
      message: open.message.text(),
      details: outcome === 'failed' ? open.stack.text() : '',
      suite: this.#assembly,
    });
  }

  #beginRun({ date, time }: XmlElement['attributes']): void {
    this.#sink.startedAt(readDate(`${date ?? ''} ${time ?? ''}`));
  }

  #beginSuite({ type, name, time }: XmlElement['attributes']): void {
    if (!this.#hasDuration) this.#sink.durationMs(readSeconds(time));
    this.#hasDuration = true;
    // The first versions have no types; their assembly is the outermost suite.
    if (type === 'Assembly' || this.#assembly === '')
      this.#assembly = /\.(?:dll|exe)$/i.test(name ?? '') ? assemblyName(name) : '';
  }
}

const SKIPPED = new Set(['Ignored', 'Skipped', 'Inconclusive', 'NotRun']);

/** `result` came with 2.5; before, `executed` and `success` tell the same. */
function resultOf({ result, executed, success }: XmlElement['attributes']): {
  outcome: Outcome;
  kind: FailureKind | null;
} {
  if (result === 'Failure') return { outcome: 'failed', kind: 'failure' };
  if (result === 'Error' || result === 'NotRunnable' || result === 'Invalid' || result === 'Cancelled')
    return { outcome: 'failed', kind: 'error' };
  if (SKIPPED.has(result ?? '') || executed === 'False') return { outcome: 'skipped', kind: null };
  return success === 'False' ? { outcome: 'failed', kind: 'failure' } : { outcome: 'passed', kind: null };
}
