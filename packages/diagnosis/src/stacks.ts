import { type Frame, frameIn, type Place, pythonFrameIn } from './frames.js';
import type { LogLine } from './normalize.js';

/** A stack frame in the project's own code, in the report of a failure. */
export interface OwnFrame extends Place {
  readonly at: number;
  /** The number of own frames further in. */
  readonly depth: number;
  /** False for a JVM class outside the failing test's package. */
  readonly shared: boolean;
}

const REPORT_LINES = 40;
const PYTEST_LINES = 400;
const PACKAGE_PARTS = 3;

const PYTEST_HEAD = /^_{3,} .{1,300} _{3,}$/;
const REPORT_END = /^(?:_{5,} |={5,}|-{5,} Captured|Ran \d)/;
/** The characters that a heading or an end begins with. */
const MARKS = '_=-R';

type Found = readonly [at: number, frame: Frame];

/** The project's own frames in the report that a line belongs to, innermost first. */
export function stackOf(index: number, lines: readonly LogLine[], test: string | null): OwnFrame[] {
  const head = pytestHead(index, lines);
  const before = head === null ? framesBefore(index, lines) : [];
  const own = packageOf(test);
  const kept = [...before, ...framesFrom(index, head, lines)].filter(([, { foreign }]) => !foreign);
  const inward = kept.some(([, { innermostLast }]) => innermostLast) ? kept.toReversed() : kept;
  return inward.map(([at, { file, line, owner }], depth) => ({
    file,
    line,
    at,
    depth,
    shared: own === null || owner === null || owner.startsWith(own),
  }));
}

/** The line with the test's name, above a line of a pytest report. */
function pytestHead(index: number, lines: readonly LogLine[]): number | null {
  for (let back = 0; back <= PYTEST_LINES && back <= index; back += 1) {
    const text = lines[index - back]?.text ?? '';
    if (!MARKS.includes(text.charAt(0))) continue;
    if (PYTEST_HEAD.test(text)) return index - back;
    if (back > 0 && REPORT_END.test(text)) return null;
  }
  return null;
}

/** Python prints the exception after its stack. */
function framesBefore(index: number, lines: readonly LogLine[]): Found[] {
  const found: Found[] = [];
  for (let at = index - 1; at >= Math.max(0, index - REPORT_LINES); at -= 1) {
    const text = lines[at]?.text ?? '';
    if (text.includes('Traceback (most recent') || REPORT_END.test(text)) break;
    const frame = pythonFrameIn(text);
    if (frame) found.unshift([at, frame]);
  }
  return found;
}

function framesFrom(index: number, head: number | null, lines: readonly LogLine[]): Found[] {
  const found: Found[] = [];
  const end = Math.min(lines.length - 1, head === null ? index + REPORT_LINES : head + PYTEST_LINES);
  for (let at = head ?? index; at <= end; at += 1) {
    const text = lines[at]?.text ?? '';
    if (at > index && (found.length > 0 || head !== null) && REPORT_END.test(text)) break;
    const frame = frameIn(text);
    if (frame) found.push([at, frame]);
  }
  return found;
}

/** The part of a JVM test's package, as in `method(org.example.game.SaveTest)`, that the project's code shares. */
function packageOf(test: string | null): string | null {
  const name =
    test === null ? undefined : /(?<owner>(?:[a-z]\w{0,60}\.){1,12}[A-Z]\w{0,120})/.exec(test)?.groups?.owner;
  return name === undefined ? null : name.split('.').slice(0, -1).slice(0, PACKAGE_PARTS).join('.');
}
