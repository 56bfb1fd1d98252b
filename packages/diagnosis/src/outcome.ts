import type { LogLine } from './normalize.js';

/** Which steps failed, according to the CI system or build tool. */
export interface Outcome {
  /** Whether the log reports a failure, a success, or neither. */
  readonly verdict: 'failed' | 'passed' | 'unsaid';
  /** The failed steps in order, with the indexes of their first and last lines. */
  readonly failed: readonly Step[];
  /** Lines that only print a script before it runs. */
  readonly echoed: ReadonlySet<number>;
}

/** The part of a log between two marks of the CI system. */
export interface Step {
  readonly first: number;
  readonly last: number;
  /** The command, if the log shows it. */
  readonly command: string;
}

const START =
  /^(?:##\[group\]Run |##\[section\]Starting: |\[Pipeline\] (?:sh|bat|powershell|stage)\b|section_start:|(?:~~~|---|\+\+\+) :|\*{10} \w.{0,60} STARTED \*{10}|\$ (?=\S)|> Task :)(?<command>.{0,300})/;
const RETRY = /\bfailed\. Retrying, \d of \d/;
const GROUP_RUN = '##[group]Run ';
const GROUP_END = '##[endgroup]';

/** Every line that matches below contains one of these words; most other lines contain none. */
const END_WORD = /exit|fail|stopped|batchmode|return code/i;

// Each has the exit status, if there is one, in the group `code`.
const ENDS: readonly RegExp[] = [
  /^The command "(?<command>.{0,400}?)" (?:failed and )?exited with (?<code>\d{1,10})\b/,
  /^Process completed with exit code (?<code>-?\d{1,10})\.?$/,
  /^The process '(?<command>[^']{0,400})' failed with exit code (?<code>-?\d{1,10})/,
  /^(?:Bash|PowerShell|Cmd\.exe) exited with code '(?<code>-?\d{1,10})'/,
  /^ERROR: script returned exit code (?<code>-?\d{1,10})/,
  /^(?:ERROR: )?Job failed(?: \(system failure\))?: (?:exit (?:code|status) (?<code>\d{1,10}))?/,
  /^Build step '(?<command>[^']{0,200})' marked build as failure/,
  /^Command exited with code (?<code>-?\d{1,10})/,
  /^Exited with code (?:exit status )?(?<code>-?\d{1,10})/,
  /^(?:🚨 )?Error: The command exited with status (?<code>-?\d{1,10})/,
  /^AutomationTool exiting with ExitCode=(?<code>-?\d{1,10})/,
  /^Your build has been stopped/,
  /^Exiting batchmode with (?:exit )?code (?<code>[1-9]\d{0,9})/i,
  /^Batchmode quit .{0,80}code (?<code>[1-9]\d{0,9})/i,
  /^Aborting batchmode due to (?:failure|fatal error)/,
  /Application will terminate with return code (?<code>\d{1,10})/,
];

const FAILED =
  /^(?:Finished: (?:FAILURE|UNSTABLE)|Scripts have compiler errors|BUILD FAILED|FAILURE: Build failed|\[(?:INFO|ERROR)\] BUILD FAILURE|\*\* (?:BUILD|TEST|ARCHIVE) FAILED \*\*|Result: Failed|Done\. Your build exited with [1-9]|Build FAILED\.?$|npm ERR!|make(?:\[\d{1,3}\])?: \*\*\* |error Command failed with exit code|ninja: build stopped|FAILED \(|Fatal Error!|LogInit: Display: Failure - \d|={3,} .{0,80}\b\d+ (?:failed|error)|Tests failed|\d+ (?:failing|failed)\b)/;
const PASSED =
  /^(?:Finished: SUCCESS|BUILD SUCCESSFUL|\[INFO\] BUILD SUCCESS|\*\* (?:BUILD|TEST|ARCHIVE) SUCCEEDED \*\*|Result: Succeeded|Done\. Your build exited with 0|Job succeeded|Build succeeded\.?$|Exiting batchmode successfully|Batchmode quit successfully|LogInit: Display: Success - 0 error)/i;

/** Whether a line only says that something failed. */
export function isEnding(text: string): boolean {
  return FAILED.test(text) || ENDS.some((end) => end.test(text));
}

/** Whether a line says that a step, or a job of a build tool, has failed. */
export function endsFailed(text: string): boolean {
  const end = endOf(text);
  return end === null ? FAILED.test(text) : end.code !== 0;
}

/** The CI system's last word: any failure before it was tolerated. */
const ALL_PASSED = /^(?:Finished: SUCCESS|Done\. Your build exited with 0|Job succeeded)/;

/** Reads the marks that CI systems and build tools print: which steps failed, and how the build ended. */
export function readOutcome(lines: readonly LogLine[]): Outcome {
  const reader = new OutcomeReader();
  for (const [index, line] of lines.entries()) reader.read(index, line);
  return reader.outcome();
}

class OutcomeReader {
  private readonly failed: Step[] = [];
  private readonly echoed = new Set<number>();
  private first = 0;
  private command = '';
  private echoing = false;
  private failures = 0;
  private passes = 0;
  private allPassed = false;
  private annotated: Step | null = null;

  read(index: number, line: LogLine): void {
    if (line.text === '') return;
    this.readEcho(index, line.text);
    if (this.echoing) return;
    const start = START.exec(line.text);
    if (start || line.opensFold || RETRY.test(line.text)) this.begin(index, start?.groups?.command ?? '');
    if (line.level === 'error') this.annotated = { first: this.first, last: index, command: this.command };
    const end = endOf(line.text);
    if (end) return this.end(index, end);
    if (FAILED.test(line.text)) this.failures += 1;
    if (PASSED.test(line.text)) this.passes += 1;
    if (ALL_PASSED.test(line.text)) this.allPassed = true;
  }

  outcome(): Outcome {
    const { echoed } = this;
    const failed = this.failed.length === 0 && this.annotated ? [this.annotated] : this.failed;
    if (this.failed.length === 0 && this.allPassed) return { verdict: 'passed', failed, echoed };
    if (failed.length > 0 || this.failures > 0) return { verdict: 'failed', failed, echoed };
    return { verdict: this.passes > 0 ? 'passed' : 'unsaid', failed, echoed };
  }

  // The first line of a group is its heading; the rest is the script and its settings.
  private readEcho(index: number, text: string): void {
    if (text.startsWith(GROUP_END)) this.echoing = false;
    else if (this.echoing) this.echoed.add(index);
    else if (text.startsWith(GROUP_RUN)) {
      this.begin(index, text.slice(GROUP_RUN.length));
      this.echoed.add(index);
      this.echoing = true;
    }
  }

  private begin(index: number, command: string): void {
    this.first = index;
    this.command = command;
  }

  private end(index: number, { code, command }: { code: number | null; command: string | undefined }): void {
    if (code !== 0) this.failed.push({ first: this.first, last: index, command: command ?? this.command });
    this.begin(index + 1, '');
  }
}

function endOf(text: string): { code: number | null; command: string | undefined } | null {
  if (!END_WORD.test(text)) return null;
  for (const pattern of ENDS) {
    const match = pattern.exec(text);
    if (!match) continue;
    const code = match.groups?.code;
    return { code: code === undefined ? null : Number(code), command: match.groups?.command };
  }
  return null;
}
