import type { ReportSink } from '../../define-format.js';
import type { ReportLimits } from '../../limits.js';
import type { FailureKind, Outcome } from '../../report.js';
import { StopReading } from '../../report-error.js';
import { Clip } from '../../text/clip.js';
import { readLineNumber, toMilliseconds } from '../../text/numbers.js';

export interface GoEvent {
  readonly action: string;
  /** Empty for the package itself. */
  readonly test: string;
  readonly output: string;
  readonly seconds: number | null;
  readonly time: Date | null;
  readonly isBuildFailure: boolean;
}

interface Running {
  readonly output: Clip;
  readonly startedAt: Date | null;
}

const MAX_RUNNING = 20_000;
const OUTCOMES: Readonly<Record<string, Outcome>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };
/** Lines by which go reports progress rather than what a test printed. */
const PROGRESS = /^\s*(?:===|---) (?:RUN|PAUSE|CONT|NAME|PASS|FAIL|SKIP)\b|^(?:PASS|FAIL|ok|exit status \d+)\b/;
const PLACE = /^[ \t]*(\S{1,300}\.go):(\d{1,7})(?::\d{1,7})?: ?(.*)$/m;
const PANIC = /^(?:panic: |fatal error: |SIG[A-Z]+: )/m;
const TIMEOUT = /^panic: test timed out/m;

/** The tests of a package between its first event and its last. */
export class GoPackage {
  readonly name: string;
  readonly #budget: { used: number };
  readonly #limits: ReportLimits;
  readonly #running = new Map<string, Running>();
  readonly #output: Clip;
  #hasFailedTest = false;
  /** Whether tests have begun. The compiler reports before that, and then go skips the package or starts it. */
  isRunning = false;
  isDone = false;

  /** `budget` is shared by all packages: what the tests printed that have not ended yet. */
  constructor(name: string, budget: { used: number }, limits: ReportLimits) {
    this.name = name;
    this.#budget = budget;
    this.#limits = limits;
    this.#output = new Clip(limits.outputLength);
  }

  read(event: GoEvent, sink: ReportSink): void {
    const { action, test } = event;
    if (action === 'output' || action === 'build-output') this.#print(event);
    else if (test !== '' && action === 'run') this.#start(event);
    else if (action === 'start') this.isRunning = true;
    else if (OUTCOMES[action] !== undefined) {
      if (test === '') this.#endPackage(event, sink);
      else this.#endTest(event, OUTCOMES[action], sink);
    }
  }

  #start({ test, time }: GoEvent): Running {
    this.isRunning = true;
    if (this.#running.size >= MAX_RUNNING) throw new StopReading(`More than ${MAX_RUNNING} tests run at once.`);
    const running = { output: new Clip(this.#limits.outputLength), startedAt: time };
    this.#running.set(test, running);
    return running;
  }

  #print(event: GoEvent): void {
    const { test, output } = event;
    if (PROGRESS.test(output)) return;
    const clip = test === '' ? this.#output : (this.#running.get(test) ?? this.#start(event)).output;
    const before = clip.length;
    if (this.#budget.used + output.length > this.#limits.heldLength) return;
    clip.add(output);
    this.#budget.used += clip.length - before;
  }

  #endTest({ test, seconds, time }: GoEvent, outcome: Outcome, sink: ReportSink): void {
    const running = this.#running.get(test);
    this.#running.delete(test);
    if (running) this.#budget.used -= running.output.length;
    if (outcome === 'failed') this.#hasFailedTest = true;
    const output = running?.output.text() ?? '';
    const place = PLACE.exec(output);
    sink.add({
      path: this.name,
      name: test,
      outcome,
      kind: kindOf(output),
      durationMs: seconds === null ? null : toMilliseconds(seconds),
      startedAt: running?.startedAt ?? time,
      message: outcome === 'passed' ? '' : messageOf(output),
      details: outcome === 'failed' ? output : '',
      output: outcome === 'failed' ? '' : output,
      file: place && outcome === 'failed' ? place[1] : null,
      line: readLineNumber(place?.[2]),
    });
  }

  #endPackage({ action, seconds, time, isBuildFailure }: GoEvent, sink: ReportSink): void {
    const output = this.#output.text();
    for (const [test, running] of this.#running) this.#addUnfinished(test, running, output, sink);
    this.#budget.used -= this.#output.length;
    this.#running.clear();
    this.isDone = true;
    if (action !== 'fail' || this.#hasFailedTest) return;
    const isBuild = isBuildFailure || /\[(?:build|setup) failed\]/.test(output);
    const cause = withoutVerdict(output);
    sink.add({
      path: this.name,
      name: isBuild ? '(build)' : '(package)',
      outcome: 'failed',
      kind: PANIC.test(cause) ? kindOf(cause) : 'error',
      durationMs: seconds === null ? null : toMilliseconds(seconds),
      startedAt: time,
      message: messageOf(cause),
      details: cause,
    });
  }

  /** The process ended while the test ran: another test made it panic, or the time was up. */
  #addUnfinished(test: string, { output, startedAt }: Running, packageOutput: string, sink: ReportSink): void {
    this.#hasFailedTest = true;
    this.#budget.used -= output.length;
    const text = output.text();
    const isTimeout = TIMEOUT.test(packageOutput) || TIMEOUT.test(text);
    sink.add({
      path: this.name,
      name: test,
      outcome: 'failed',
      kind: isTimeout ? 'timeout' : 'crash',
      startedAt,
      message: messageOf(text) || 'The test did not finish: the process ended while it ran.',
      details: text,
    });
  }
}

function kindOf(output: string): FailureKind {
  if (TIMEOUT.test(output)) return 'timeout';
  return PANIC.test(output) ? 'crash' : 'failure';
}

/** The panic if there is one, else what t.Error reported, else the first line. */
function messageOf(output: string): string {
  const panic = PANIC.exec(output);
  if (panic) return output.slice(panic.index).split('\n', 1)[0] ?? '';
  return PLACE.exec(output)?.[3] || (output.trim().split('\n', 1)[0] ?? '');
}

const withoutVerdict = (output: string) => output.replaceAll(/^FAIL\t[^\n]*\n?/gm, '');
