import type { LogLine } from './normalize.js';
import type { Candidate } from './rank.js';
import type { Hit } from './scan.js';

/** What a finding is about, as far as the log names it. */
export interface Subject {
  readonly file: string | null;
  readonly fileLine: number | null;
  readonly symbol: string | null;
  readonly test: string | null;
}

const BLOCK_LINES = 40;

// Groups of patterns that mean the same under another name, since a name can stand only once in a pattern.
const FILE_GROUPS = ['file', 'path', 'script', 'asset', 'shader', 'patch', 'gocheck', 'scss', 'missing'];
const LINE_GROUPS = ['line', 'at', 'gcc'];
const TEST_GROUPS = ['test', 'name', 'class', 'other'];

function firstGroup({ groups }: Hit, names: readonly string[]): string | null {
  for (const name of names) {
    const value = groups[name];
    if (value !== undefined && value.trim() !== '') return value.trim();
  }
  return null;
}

interface Place {
  readonly file: string;
  readonly line: number | null;
}

// Frames of stacks, in the order in which they are tried on a line.
const FRAMES: readonly RegExp[] = [
  /^\s{0,12}(?:E +)?File "(?<file>[^"]{1,300})", line (?<line>\d{1,7})/,
  /^\s{0,16}at (?:async )?(?:[^(]{0,200}\()?(?:file:\/\/)?(?<file>(?:[A-Za-z]:)?[\w@./\\~+-]{2,300}\.(?:[cm]?[jt]sx?|vue|coffee)):(?<line>\d{1,7})(?::\d{1,5})?\)?/,
  /^\s{0,16}at (?<class>[\w.$]{3,240})\.[\w$<>]{1,120}\((?<file>\w{1,120}\.(?:java|kt|scala|groovy|clj)):(?<line>\d{1,7})\)/,
  /^\s{0,16}at .{3,300} in (?<file>(?:[A-Za-z]:)?[^:]{2,300}):(?:line )?(?<line>\d{1,7})/,
  /^\s{0,8}(?:# )?(?<file>(?:[A-Za-z]:)?[\w@./~+-]{2,300}\.(?:rb|exs?|erl|php|lua|t|pl|pm|rake|feature)):(?<line>\d{1,7})(?::|$|\s)/,
  /^\s{0,8}(?:-->|:::|╭─\[|──▶) ?(?<file>[^\s:]{1,300}):(?<line>\d{1,7})/,
  /^\s{0,16}(?<file>[\w@./~+-]{2,300}\.(?:py|go|rs|swift|m|cpp|cc|c|h|hs|java|kt|scala|cs|clj|ex|js|ts)):(?<line>\d{1,7})(?::|$|\s)/,
];

const FOREIGN =
  /node_modules|site-packages|dist-packages|\/lib\/python|\/usr\/lib|\/gems\/|\/\.rvm\/|\/rubies\/|\/vendor\/|\/\.cargo\/|^(?:internal|node:)|\/(?:libstd|libcore|rustc)\/|^(?:module|vm|net|events|timers|fs|util|assert|bootstrap_node|next_tick|_stream_\w+|child_process)\.js$|\/go\/src\/|\/goroot\/|unittest|_pytest|<frozen/i;
const FOREIGN_CLASS =
  /^(?:java|javax|jdk|sun|com\.sun|org\.junit|junit|org\.testng|org\.gradle|org\.apache\.maven|org\.mockito|org\.hamcrest|org\.assertj|com\.google\.common|scala|kotlin|groovy|org\.codehaus|org\.scalatest|sbt|clojure|org\.spockframework|org\.eclipse|org\.powermock|org\.springframework\.test)\./;

/** Finds file, symbol and test of a finding: in its line, beside it, or in the lines of its block. */
export function subjectOf(key: Candidate, lines: readonly LogLine[]): Subject {
  const hits = key.hits;
  let file: string | null = null;
  let fileLine: number | null = null;
  let symbol: string | null = null;
  let test: string | null = null;
  for (const hit of hits) {
    file ??= firstGroup(hit, FILE_GROUPS);
    const line = firstGroup(hit, LINE_GROUPS);
    fileLine ??= line === null ? null : Number(line);
    symbol ??= hit.groups.symbol?.trim() || null;
    if (hit.matcher.category === 'test') test ??= firstGroup(hit, TEST_GROUPS);
  }
  if (file === null) {
    const near = placeNear(key.index, lines);
    file = near?.file ?? null;
    fileLine = near?.line ?? fileLine;
  }
  return { file, fileLine: file === null ? null : fileLine, symbol, test };
}

function placeNear(index: number, lines: readonly LogLine[]): Place | null {
  return headingBefore(index, lines) ?? frameAfter(index, lines);
}

/** Linters print the file once, on a line of its own, above its problems. */
function headingBefore(index: number, lines: readonly LogLine[]): Place | null {
  const own = lines[index]?.text ?? '';
  const numbered = /^\s{1,8}(?<line>\d{1,7})(?::\d{1,5}| \|)/.exec(own);
  if (!numbered) return null;
  for (let back = 1; back <= BLOCK_LINES && back <= index; back += 1) {
    const heading = /^(?:FILE: )?(?<file>(?:[A-Za-z]:)?[\w@./\\~+ -]{2,300}\.\w{1,10})$/.exec(lines[index - back]?.text ?? '');
    if (heading?.groups?.file) return { file: heading.groups.file, line: Number(numbered.groups?.line) };
  }
  return null;
}

function frameAfter(index: number, lines: readonly LogLine[]): Place | null {
  let foreign: Place | null = null;
  for (let ahead = 0; ahead <= BLOCK_LINES; ahead += 1) {
    const text = lines[index + ahead]?.text;
    if (text === undefined) break;
    const found = frameIn(text);
    if (!found) continue;
    if (!found.foreign) return found.place;
    foreign ??= found.place;
  }
  return foreign;
}

function frameIn(text: string): { place: Place; foreign: boolean } | null {
  for (const pattern of FRAMES) {
    const match = pattern.exec(text);
    const file = match?.groups?.file;
    if (!file) continue;
    const owner = match.groups?.class;
    const path = owner === undefined ? file : `${owner.split('.').slice(0, -1).join('/')}/${file}`.replace(/^\//, '');
    const foreign = owner === undefined ? FOREIGN.test(file) : FOREIGN_CLASS.test(owner);
    return { place: { file: path, line: Number(match.groups?.line) }, foreign };
  }
  return null;
}
