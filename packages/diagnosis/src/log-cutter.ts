import type { CapturedLog } from './diagnosis.js';

/**
 * Which lines matter. `slipway-post.sh` and `report-build.ps1` contain the same patterns, so they use only what
 * JavaScript, POSIX awk and .NET read alike: no `\b`, `\d`, `{n}` or look-ahead.
 */
export const LINES_THAT_MATTER = {
  error:
    '(^|[^A-Za-z0-9_]|[;[][0-9]*m)([Ee]rrors?|ERRORS?|[Ff]atal|FATAL|[Ff]ail(ed|ures?|ing|s)?|FAIL(ED|URES?)?|panic|panicked|Traceback|[Aa]ssertion|[Ee]xpected|[Cc]annot|[Cc]ould not|[Uu]nable to|not found|[Nn]o such)([^A-Za-z0-9_]|$)|[a-z](Error|Exception)([^A-Za-z0-9_]|$)|exited with [1-9]|exit (code|status) [1-9]',
  /** A line with an error word that reports none, unless it is `certain`. */
  harmless:
    '(^|[^0-9])0 ([Ee]rrors?|[Ff]ailures?|failed)|([Ee]rrors?|[Ff]ailures?|[Ff]ailed): ?0|[Nn]o errors?|[Ww]arning|WARN|[Dd]eprecat|PASS|[Pp]assed|[Ss]kipped',
  certain: '([Ee]rror|ERROR|FATAL)( [A-Z]+[0-9]+)? ?:',
  step: '^(##\\[group]Run |##\\[section]Starting: |\\[Pipeline] (sh|bat|powershell|stage)|section_start:|~~~ |--- |[+][+][+] |[*][*][*][*][*][*][*][*][*][*] |[$] |> Task :)',
} as const;
const ERROR = new RegExp(LINES_THAT_MATTER.error);
const HARMLESS = new RegExp(LINES_THAT_MATTER.harmless);
const CERTAIN = new RegExp(LINES_THAT_MATTER.certain);
const STEP = new RegExp(LINES_THAT_MATTER.step);

/** The lines to keep around an error. */
const LINES_BEFORE = 3;
const LINES_AFTER = 8;
/** A line with more bytes loses its middle. */
export const MAX_LINE = 4_000;
/** Longer than any mark. */
const MARK_BYTES = 48;
/** The marks that are not counted with the lines after them. */
const SPARE_MARKS = 4;

/** A log without the lines that do not matter. */
export interface CutLog extends CapturedLog {
  /** For a mark, the number of the first line that it replaces. */
  readonly numbers: readonly number[];
}

/**
 * Chooses the lines of a log to keep, in one pass and with memory for about twice the limit: the head, the first and
 * the last reports of errors, and the tail. `infra/docs/use/senders.md` specifies the rule. All sizes are bytes of UTF-8.
 */
export class LogCutter {
  private readonly room: number;
  private count = 0;
  /** The last lines, up to the limit. */
  private readonly recent = new Map<number, string>();
  private recentStart = 1;
  private recentBytes = 0;
  /** The head and the first reports. */
  private readonly kept = new Map<number, string>();
  private keptBytes = 0;
  private headEnd: number | null = null;
  private firstLeft: number;
  private isFirstFull = false;
  /** The last reports, with what each line costs. */
  private readonly last = new Map<number, { readonly text: string; readonly cost: number }>();
  /** The next number to drop from `last`; lines that are not part of a report have none. */
  private lastStart = 1;
  private lastBytes = 0;
  /** The last line that belongs to a report, and the line at which the current report ends. */
  private reported = 0;
  private reportEnd = 0;

  constructor(private readonly limit: number) {
    this.room = limit - SPARE_MARKS * MARK_BYTES;
    this.firstLeft = Math.floor((this.room * 3) / 16);
  }

  add(written: string): void {
    this.count += 1;
    const line = withoutMiddle(written.endsWith('\r') ? written.slice(0, -1) : written);
    this.remember(line);
    this.addToHead(line);
    const isError = ERROR.test(line) && (!HARMLESS.test(line) || CERTAIN.test(line));
    if (isError) this.reportEnd = this.count + LINES_AFTER;
    else if (STEP.test(line)) this.reportEnd = Math.max(this.reportEnd, this.count);
    if (this.count > this.reportEnd) return;
    const from = isError ? this.count - LINES_BEFORE : this.count;
    for (let number = Math.max(from, this.reported + 1); number <= this.count; number += 1) this.report(number);
  }

  /** The lines to keep, with a mark for each part that is cut. */
  result(): CutLog {
    const { kept, last, recent, count } = this;
    const tail = this.tailStart();
    const lines: string[] = [];
    const numbers: number[] = [];
    let before = 0;
    const put = (number: number, text: string | undefined): void => {
      if (number > before + 1) {
        lines.push(markOf(number - before - 1, 'line'));
        numbers.push(before + 1);
      }
      before = number;
      if (text === undefined) return;
      lines.push(text);
      numbers.push(number);
    };
    for (const [number, text] of kept) if (number < tail) put(number, text);
    for (const [number, { text }] of last) if (number < tail) put(number, text);
    for (let number = tail; number <= count; number += 1)
      put(number, recent.get(number) ?? kept.get(number) ?? last.get(number)?.text);
    put(count + 1, undefined);
    return { content: lines.join('\n'), truncated: true, numbers };
  }

  private remember(line: string): void {
    this.recent.set(this.count, line);
    this.recentBytes += sizeOf(line);
    for (; this.recentBytes > this.limit; this.recentStart += 1) {
      this.recentBytes -= sizeOf(this.recent.get(this.recentStart) ?? '');
      this.recent.delete(this.recentStart);
    }
  }

  private addToHead(line: string): void {
    if (this.headEnd !== null) return;
    if (this.keptBytes + sizeOf(line) > Math.floor(this.room / 16)) this.headEnd = this.count - 1;
    else this.keep(line, this.count, sizeOf(line));
  }

  private keep(line: string, number: number, cost: number): void {
    this.kept.set(number, copyOf(line));
    this.keptBytes += cost;
  }

  private report(number: number): void {
    const line = this.recent.get(number);
    const cost = sizeOf(line ?? '') + (number > this.reported + 1 ? MARK_BYTES : 0);
    this.reported = number;
    if (line === undefined || this.headEnd === null || number <= this.headEnd) return;
    this.isFirstFull ||= cost > this.firstLeft;
    if (this.isFirstFull) return this.reportLast(line, number, cost);
    this.firstLeft -= cost;
    this.keep(line, number, cost);
  }

  private reportLast(line: string, number: number, cost: number): void {
    this.last.set(number, { text: copyOf(line), cost });
    this.lastBytes += cost;
    for (; this.lastBytes > Math.floor(this.room / 2); this.lastStart += 1) {
      this.lastBytes -= this.last.get(this.lastStart)?.cost ?? 0;
      this.last.delete(this.lastStart);
    }
  }

  /** The first line of the tail: a quarter of the limit, and what the other parts leave. */
  private tailStart(): number {
    if (this.recent.has(1)) return 1;
    let start = this.count + 1;
    const extend = (bytes: number, costOf: (number: number) => number): number => {
      let left = bytes;
      for (; start > 1 && costOf(start - 1) <= left; start -= 1) left -= costOf(start - 1);
      return left;
    };
    const sizeOfRecent = (number: number) => sizeOf(this.recent.get(number) ?? '');
    const quarter = Math.floor(this.room / 4);
    const unused = extend(quarter, sizeOfRecent);
    let left = this.room - this.keptBytes - (quarter - unused);
    for (const [number, { cost }] of this.last) if (number < start) left -= cost;
    extend(left, (number) => {
      if (this.kept.has(number) || this.last.has(number)) return 0;
      return this.recent.has(number) ? sizeOfRecent(number) : Number.POSITIVE_INFINITY;
    });
    return start;
  }
}

function sizeOf(line: string): number {
  return Buffer.byteLength(line) + 1;
}

// A line that was split off a larger text keeps all of that text in memory.
function copyOf(line: string): string {
  return Buffer.from(line).toString();
}

/** Cut by bytes; a character that may be incomplete is left out. */
function withoutMiddle(line: string): string {
  if (line.length * 3 <= MAX_LINE || Buffer.byteLength(line) <= MAX_LINE) return line;
  const bytes = Buffer.from(line).toString('latin1');
  const half = MAX_LINE / 2 - MARK_BYTES;
  const start = bytes.slice(0, half).replace(/[\xc0-\xff][\x80-\xbf]*$/, '');
  const end = bytes.slice(-half).replace(/^[\x80-\xbf]+/, '');
  const mark = markOf(bytes.length - start.length - end.length, 'byte');
  return `${fromLatin1(start)} ${mark} ${fromLatin1(end)}`;
}

function fromLatin1(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

function markOf(count: number, unit: string): string {
  return `[… ${count === 1 ? `1 ${unit} was` : `${count.toLocaleString('en-US')} ${unit}s were`} cut …]`;
}
