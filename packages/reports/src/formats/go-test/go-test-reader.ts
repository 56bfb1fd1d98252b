import type { ReportReader, ReportSink } from '../../define-format.js';
import type { Json } from '../../json/bounded-value.js';
import { isObject, numberOf, textOf } from '../../json/json-reader.js';
import { StopReading } from '../../report-error.js';
import { readDate } from '../../text/numbers.js';
import { GoPackage } from './go-package.js';
import { LineSplitter } from './line-splitter.js';

const MAX_OPEN_PACKAGES = 5_000;
const NOT_BUILT = /^FAIL\t(\S{1,500}) \[(?:build|setup) failed\]/;

/** Reads events of any number of packages at once: go runs them in parallel. */
export class GoTestReader implements ReportReader {
  readonly #sink: ReportSink;
  readonly #lines = new LineSplitter((line) => this.#readLine(line));
  readonly #packages = new Map<string, GoPackage>();
  readonly #budget = { used: 0 };
  hasBegun = false;

  constructor(sink: ReportSink) {
    this.#sink = sink;
  }

  get offset(): number {
    return this.#lines.offset;
  }

  write(text: string): void {
    this.#lines.write(text);
  }

  end(): void {
    this.#lines.end();
    const unfinished = [...this.#packages.values()].find(({ isRunning }) => isRunning);
    if (unfinished) throw new StopReading(`The file ends before the tests of ${unfinished.name}.`);
  }

  #readLine(line: string | null): void {
    if (line === null) this.#sink.problem('A line is too long and left out.');
    if (!line?.startsWith('{')) {
      this.#readPlainLine(line ?? '');
      return;
    }
    const event = parse(line);
    if (event === null) this.#sink.problem('A line is not well-formed JSON.');
    else this.#read(event);
  }

  /** Before 1.24, go wrote neither what its compiler says nor that a package does not build as events. */
  #readPlainLine(line: string): void {
    const name = NOT_BUILT.exec(line)?.[1];
    if (name === undefined || this.#packages.has(name)) return;
    this.hasBegun = true;
    this.#sink.add({
      path: name,
      name: '(build)',
      outcome: 'failed',
      kind: 'error',
      message: line.replace('FAIL\t', ''),
    });
  }

  #read(event: Json): void {
    const action = textOf(event, 'Action');
    // `pkg [pkg.test]` is the variant of a package that go builds for its tests.
    const [name = ''] = (textOf(event, 'Package') || textOf(event, 'ImportPath')).split(' ', 1);
    if (action === '' || name === '') return;
    this.hasBegun = true;
    const time = readDate(textOf(event, 'Time'));
    this.#sink.startedAt(time);
    const open = this.#package(name);
    open.read(
      {
        action,
        test: textOf(event, 'Test'),
        output: textOf(event, 'Output'),
        seconds: numberOf(event, 'Elapsed'),
        time,
        isBuildFailure: textOf(event, 'FailedBuild') !== '',
      },
      this.#sink,
    );
    if (open.isDone) this.#packages.delete(name);
  }

  #package(name: string): GoPackage {
    const known = this.#packages.get(name);
    if (known) return known;
    if (this.#packages.size >= MAX_OPEN_PACKAGES)
      throw new StopReading(`More than ${MAX_OPEN_PACKAGES} packages run at once.`);
    const created = new GoPackage(name, this.#budget, this.#sink.limits);
    this.#packages.set(name, created);
    return created;
  }
}

function parse(line: string): Json {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
