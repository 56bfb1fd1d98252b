import type { LogLine } from './normalize.js';

/** A place in a file, with the path in the log. */
export interface Place {
  readonly file: string;
  readonly line: number | null;
}

interface Frame extends Place {
  /** True for a library, a runtime or a temporary folder. */
  readonly foreign: boolean;
  /** The class of a JVM frame with its package. */
  readonly owner: string | null;
}

const PYTHON_FRAME = /^\s{0,12}(?:E +)?File "(?<file>[^"]{1,300})", line (?<line>\d{1,7})/;
const PYTHON_EXCEPTION = /^\s{0,12}(?:E +)?[\w.]{2,120}(?:Error|Exception|Exit|Warning|Interrupt)\b/;
const PYTEST_FRAME = /^(?:E {1,16})?(?<file>(?:[A-Za-z]:)?[\w@./\\~+-]{2,300}\.pyx?):(?<line>\d{1,7}):/;
const PYTEST_HEAD = /^_{3,} .{1,300} _{3,}$/;
const PYTEST_BLOCK_END = /^(?:_{5,} |={5,} |-{5,} Captured)/;
const UNITTEST_BLOCK_END = /^(?:={5,}$|-{5,}|Ran \d)/;
const MESSAGE_PLACE = /\((?<file>\/?[\w./-]{2,300}\.\w{1,10}), line (?<line>\d{1,7})\)/;

// Frames of stacks, in the order in which they are tried on a line.
const FRAMES: readonly RegExp[] = [
  PYTHON_FRAME,
  /^\s{0,16}at (?:async )?(?:[^(]{0,200}\()?(?:file:\/\/)?(?<file>(?:[A-Za-z]:)?[\w@./\\~+-]{2,300}\.(?:[cm]?[jt]sx?|vue|coffee)):(?<line>\d{1,7})(?::\d{1,5})?\)?/,
  /^\s{0,16}at (?<owner>[\w.$]{3,240})\.[\w$<>]{1,120}\((?<file>\w{1,120}\.(?:java|kt|scala|groovy|clj)):(?<line>\d{1,7})\)/,
  /^\s{0,16}at .{3,300} in (?<file>(?:[A-Za-z]:)?[^:]{2,300}):(?:line )?(?<line>\d{1,7})/,
  /^\s{0,8}(?:# )?(?<file>(?:[A-Za-z]:)?[\w@./~+-]{2,300}\.(?:rb|exs?|erl|php|lua|t|pl|pm|rake|feature)):(?<line>\d{1,7})(?::|$|\s)/,
  /^\s{0,8}(?:-->|:::|╭─\[|──▶) ?(?<file>[^\s:]{1,300}):(?<line>\d{1,7})/,
  /^\s{0,16}(?<file>[\w@./~+-]{2,300}\.(?:py|go|rs|swift|m|cpp|cc|c|h|hs|java|kt|scala|cs|clj|ex|js|ts)):(?<line>\d{1,7})(?::|$|\s)/,
];

const FOREIGN_FILE =
  /node_modules|site-packages|dist-packages|\/lib\/python|\/lib\d*\/|^\/(?:usr|opt|tmp)\/|\/gems\/|\/\.rvm\/|\/rubies\/|\/vendor\/|\/\.cargo\/|^(?:internal|node:)|\/(?:libstd|libcore|rustc)\/|^(?:module|vm|net|events|timers|fs|util|assert|bootstrap_node|next_tick|_stream_\w{1,20}|child_process)\.js$|\/go\/src\/|\/goroot\/|unittest|_pytest|google_appengine|^<|\/bin\//i;
const FOREIGN_OWNER =
  /^(?:java|javax|jdk|sun|com\.sun|org\.junit|junit|org\.testng|org\.gradle|org\.apache\.maven|org\.mockito|org\.hamcrest|org\.assertj|com\.google\.common|scala|kotlin|groovy|org\.codehaus|org\.scalatest|sbt|clojure|org\.spockframework|org\.eclipse|org\.powermock)\./;
const TEST_FILE =
  /(?:^|[/\\])(?:tests?|specs?|__tests__|testing)[/\\]|(?:^|[/\\])(?:test_|conftest)[^/\\]*$|[._-](?:test|spec|tests)\.\w{1,5}$/i;
const TEST_CLASS = /(?:Tests?|TestCase|IT|Spec|Suite)\.\w{2,6}$|(?:^|[/\\])Test[A-Z]\w{0,80}\.\w{2,6}$/;

/** Whether the path is that of a test rather than of the code it tests. */
export function isTestFile(file: string): boolean {
  return TEST_FILE.test(file) || TEST_CLASS.test(file);
}

const BLOCK_LINES = 40;
const PYTEST_BLOCK_LINES = 400;

/** The place in the block of a line: in its heading, the stack before it, or the stack after it. */
export function placeNear(index: number, lines: readonly LogLine[], own: string | null): Place | null {
  return headingBefore(index, lines) ?? tracebackBefore(index, lines) ?? frameAfter(index, lines, own);
}

/** Linters print the file once, on a line above its problems. */
function headingBefore(index: number, lines: readonly LogLine[]): Place | null {
  const numbered = /^\s{1,8}(?<line>\d{1,7})(?::\d{1,5}| \|)/.exec(lines[index]?.text ?? '');
  if (!numbered) return null;
  for (let back = 1; back <= BLOCK_LINES && back <= index; back += 1) {
    const text = lines[index - back]?.text ?? '';
    const heading = /^(?:FILE: )?(?<file>(?:[A-Za-z]:)?[\w@./\\~+ -]{2,300}\.\w{1,10})$/.exec(text);
    if (heading?.groups?.file) return { file: heading.groups.file, line: Number(numbered.groups?.line) };
  }
  return null;
}

/** Python prints the exception after its stack, the innermost frame last. */
function tracebackBefore(index: number, lines: readonly LogLine[]): Place | null {
  if (!PYTHON_EXCEPTION.test(lines[index]?.text ?? '')) return null;
  for (let back = 1; back <= BLOCK_LINES && back <= index; back += 1) {
    const text = lines[index - back]?.text ?? '';
    if (text.includes('Traceback (most recent')) break;
    const place = placeIn(PYTHON_FRAME, text);
    if (place && !FOREIGN_FILE.test(place.file)) return place;
  }
  return null;
}

/**
 * The first frame of the project's own code. In a JVM stack, this is code in the package of the failing test, if that
 * is known.
 */
function frameAfter(index: number, lines: readonly LogLine[], own: string | null): Place | null {
  let other: Place | null = null;
  for (let ahead = 0; ahead <= BLOCK_LINES; ahead += 1) {
    const text = lines[index + ahead]?.text;
    if (text === undefined) break;
    const frame = frameIn(text);
    if (!frame || frame.foreign) continue;
    const shared = own === null || frame.owner === null || frame.owner.startsWith(own);
    if (shared) return { file: frame.file, line: frame.line };
    other ??= { file: frame.file, line: frame.line };
  }
  return other;
}

/**
 * The innermost frame of the project in a pytest report, other than the test. The test only contains the check; a fix
 * touches it in one of six cases.
 */
export function pytestPlace(index: number, lines: readonly LogLine[]): Place | null {
  const head = pytestHead(index, lines);
  let found: Place | null = null;
  for (let ahead = 1; ahead <= PYTEST_BLOCK_LINES; ahead += 1) {
    const text = lines[head + ahead]?.text;
    if (text === undefined || PYTEST_BLOCK_END.test(text)) break;
    const place = placeIn(PYTEST_FRAME, text) ?? placeIn(PYTHON_FRAME, text) ?? placeIn(MESSAGE_PLACE, text);
    if (place && !FOREIGN_FILE.test(place.file) && !TEST_FILE.test(place.file)) found = place;
  }
  return found;
}

/** The line with the name of the test above a line of its report, else that line. */
function pytestHead(index: number, lines: readonly LogLine[]): number {
  for (let back = 0; back <= PYTEST_BLOCK_LINES && back <= index; back += 1) {
    if (PYTEST_HEAD.test(lines[index - back]?.text ?? '')) return index - back;
  }
  return index;
}

/** The innermost frame of the project in the stack below the name of a failed Python test. It may be the test. */
export function unittestPlace(index: number, lines: readonly LogLine[]): Place | null {
  let found: Place | null = null;
  for (let ahead = 1; ahead <= BLOCK_LINES; ahead += 1) {
    const text = lines[index + ahead]?.text;
    if (text === undefined || (found && UNITTEST_BLOCK_END.test(text))) break;
    const place = placeIn(PYTHON_FRAME, text);
    if (place && !FOREIGN_FILE.test(place.file)) found = place;
  }
  return found;
}

function placeIn(pattern: RegExp, text: string): Place | null {
  const groups = pattern.exec(text)?.groups;
  return groups?.file === undefined ? null : { file: groups.file, line: Number(groups.line) };
}

function frameIn(text: string): Frame | null {
  for (const pattern of FRAMES) {
    const groups = pattern.exec(text)?.groups;
    const file = groups?.file;
    if (file === undefined) continue;
    const owner = groups?.owner ?? null;
    const folder = owner === null ? '' : owner.split('.').slice(0, -1).join('/');
    return {
      file: folder === '' ? file : `${folder}/${file}`,
      line: Number(groups?.line),
      owner,
      foreign: owner === null ? FOREIGN_FILE.test(file) : FOREIGN_OWNER.test(owner),
    };
  }
  return null;
}
