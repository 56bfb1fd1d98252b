import type { ReportSink } from '../../define-format.js';
import { StopReading } from '../../report-error.js';
import { splitName, type TestFields } from '../../reported-test.js';
import { detach } from '../../text/clean-text.js';

type ResultFields = Omit<TestFields, 'path' | 'name' | 'suite'>;

interface Held {
  readonly testId: string;
  readonly testName: string;
  readonly fields: ResultFields;
}

interface Definition {
  readonly className: string;
  readonly assembly: string;
}

const FIELDS_LENGTH = 100;

/** Keeps results until the definition of their test is known, in their order. */
export class HeldResults {
  readonly #sink: ReportSink;
  readonly #definitions = new Map<string, Definition>();
  /** Each class once, since many tests share one. */
  readonly #names = new Map<string, string>();
  #held: Held[] = [];
  #heldLength = 0;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  define(testId: string, className: string, assembly: string): void {
    if (this.#definitions.size >= this.#sink.limits.tests)
      throw new StopReading(`The report has more than ${this.#sink.limits.tests} tests.`);
    // MSTest appends the assembly: `Game.Tests.Physics, Game.Tests, Version=1.0.0.0`.
    const [name = ''] = className.split(',', 1);
    this.#definitions.set(detach(testId), { className: this.#shared(name), assembly: this.#shared(assembly) });
  }

  add(testId: string, testName: string, fields: ResultFields): void {
    const definition = this.#definitions.get(testId);
    if (definition && this.#held.length === 0) this.#deliver(testName, fields, definition);
    else this.#hold({ testId, testName, fields });
  }

  /** The definitions have been read. */
  release(): void {
    this.#deliverAll(false);
  }

  finish(isCut: boolean): void {
    const missing = isCut ? this.#held.filter(({ testId }) => !this.#definitions.has(testId)).length : 0;
    this.#deliverAll(isCut);
    if (missing > 0)
      this.#sink.problem(`${missing} results are left out because the classes of their tests are missing.`);
  }

  #shared(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const own = detach(name);
    this.#names.set(own, own);
    return own;
  }

  #hold({ testId, testName, fields }: Held): void {
    const { heldLength, tests } = this.#sink.limits;
    if (this.#held.length >= tests || this.#heldLength > 2 * heldLength)
      throw new StopReading('More results precede the definitions of their tests than can be kept.');
    const { message = '', details = '', output = '' } = fields;
    const length = details.length + output.length;
    const isFull = length > 0 && this.#heldLength + length > heldLength;
    if (isFull)
      this.#sink.problem('Stack traces and output are left out: too much of it precedes the definitions.');
    const kept = {
      outcome: fields.outcome,
      kind: fields.kind ?? null,
      durationMs: fields.durationMs ?? null,
      startedAt: fields.startedAt ?? null,
      message: detach(message.slice(0, this.#sink.limits.messageLength)),
      details: isFull ? '' : detach(details),
      output: isFull ? '' : detach(output),
    };
    this.#heldLength +=
      FIELDS_LENGTH + testName.length + kept.message.length + kept.details.length + kept.output.length;
    this.#held.push({ testId, testName, fields: kept });
  }

  #deliverAll(needsDefinition: boolean): void {
    const held = this.#held;
    this.#held = [];
    this.#heldLength = 0;
    for (const { testId, testName, fields } of held) {
      const definition = this.#definitions.get(testId);
      if (definition || !needsDefinition) this.#deliver(testName, fields, definition);
    }
  }

  #deliver(testName: string, fields: ResultFields, definition: Definition | undefined): void {
    const { className = '', assembly = '' } = definition ?? {};
    const isQualified = className !== '' && testName.startsWith(`${className}.`);
    const named = isQualified
      ? { path: className, name: testName.slice(className.length + 1) }
      : { path: className, name: testName };
    const { path, name } = className === '' ? splitName(testName) : named;
    this.#sink.add({ ...fields, path, name, suite: assembly });
  }
}
