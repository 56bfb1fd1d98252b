import { isForeignFile, type Place } from './frames.js';
import { type Matcher, WEIGHT } from './matcher.js';
import { family as jvmTests } from './matchers/jvm-tests.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import { firstGroup, type Hit } from './scan.js';
import { type OwnFrame, stackOf } from './stacks.js';

/**
 * How the log points to a file.
 * - form: the pattern of the likeliest line, or the heading above that line, names it
 * - message: its path appears in the likeliest line or the two lines after it
 * - stack: it is in a stack in the same report, or in the report of the same test elsewhere
 * - listed: another line of the same kind names it
 * - declared: such things are declared there
 * - test: it is the class of the failing test
 * - subject: it is the class that the test is named after
 */
export type Source = 'form' | 'message' | 'stack' | 'listed' | 'declared' | 'test' | 'subject';

/** A place where the log points to a file. */
export interface Mention extends Place {
  readonly source: Source;
  readonly at: number;
  readonly frame?: OwnFrame;
}

// A group name may occur only once in a pattern, so alternatives use different names.
export const FILE_GROUPS = ['file', 'path', 'script', 'asset', 'shader', 'patch', 'gocheck', 'scss'];
export const LINE_GROUPS = ['line', 'at', 'gcc'];
/** Below this weight, the file group may match anything. */
const NAMING_WEIGHT = WEIGHT.tool;

const HEADING_LINES = 40;
const DETAIL_LINES = 2;
const LISTED_LINES = 40;
const MOST_LISTED = 60;
const SHORTEST_NAME = 4;

const JVM_FORMS: ReadonlySet<Matcher> = new Set(jvmTests.matchers);
const NUMBERED = /^\s{1,8}(?<line>\d{1,7})(?::\d{1,5}| \|)/;
const HEADING = /^(?:FILE: )?(?<file>(?:[A-Za-z]:)?[\w@./\\~+ -]{2,300}\.\w{1,10})$/;
const BETWEEN_PATHS = /[\s"'`,;=<>|*[\]]+/;
const PATH =
  /^(?<file>(?:[A-Za-z]:)?[^:()]{0,300}[/\\][^:()/\\]{1,120}\.(?:[cm]?[jt]sx?|pyx?|java|kts?|scala|groovy|gradle|xml|json|ya?ml|toml|cfg|ini|txt|properties|rb|go|rs|swift|mm?|cpp|cc|c|hpp|h|cs|csproj|php|pl|pm|lua|sh|uasset|umap|usf|ush|shader|hlsl))(?![\w.])(?:[:(](?<line>\d{1,7}))?/;
const JVM_TEST =
  /(?:^|[(\s])(?<path>(?:[a-z]\w{0,60}\.){0,12})(?<name>[A-Z]\w{2,120}?)(?<kind>Tests?|TestCase|IT|Spec)?(?=[.$)#\s]|$)/;

/** The files that the likeliest finding points to. */
export function mentionsOf(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  test: string | null,
): Mention[] {
  const [key] = ranked;
  const start = Math.min(key.index, key.heading?.index ?? key.index);
  return [
    ...namedBy(key.hits, 'form'),
    ...headingAbove(key.index, lines),
    ...declaredBy(key.hits),
    ...inMessage(key.index, lines),
    ...stackOf(start, lines, test).map(ofFrame),
    ...reportOf(ranked, lines, test).map(ofFrame),
    ...listedBy(ranked),
    ...ofTest(key, test),
  ];
}

const ofFrame = (frame: OwnFrame): Mention => ({
  file: frame.file,
  line: frame.line,
  at: frame.at,
  frame,
  source: 'stack',
});

function namedBy(hits: readonly Hit[], source: Source): Mention[] {
  for (const [rank, hit] of hits.entries()) {
    if (rank > 0 && hit.matcher.weight < NAMING_WEIGHT) break;
    const file = firstGroup(hit, FILE_GROUPS);
    const line = firstGroup(hit, LINE_GROUPS);
    if (file !== null) return [{ file, line: line === null ? null : Number(line), source, at: hit.index }];
  }
  return [];
}

/** Linters print the file once, on a line above its problems. */
function headingAbove(index: number, lines: readonly LogLine[]): Mention[] {
  const numbered = NUMBERED.exec(lines[index]?.text ?? '');
  if (!numbered) return [];
  for (let back = 1; back <= HEADING_LINES && back <= index; back += 1) {
    const file = HEADING.exec(lines[index - back]?.text ?? '')?.groups?.file;
    if (file) return [{ file, line: Number(numbered.groups?.line), source: 'form', at: index }];
  }
  return [];
}

function declaredBy(hits: readonly Hit[]): Mention[] {
  return hits.flatMap(({ matcher: { declaredIn }, index }): Mention[] =>
    declaredIn === undefined ? [] : [{ file: declaredIn, line: null, source: 'declared', at: index }],
  );
}

function inMessage(index: number, lines: readonly LogLine[]): Mention[] {
  return lines.slice(index, index + DETAIL_LINES + 1).flatMap(({ text }, ahead) =>
    text.split(BETWEEN_PATHS).flatMap((word): Mention[] => {
      const { file, line } = PATH.exec(word)?.groups ?? {};
      if (file === undefined || isForeignFile(file)) return [];
      return [{ file, line: line === undefined ? null : Number(line), source: 'message', at: index + ahead }];
    }),
  );
}

/** If the line comes from a list of failed tests, the test's report further up has the stack. */
function reportOf(ranked: readonly Ranked[], lines: readonly LogLine[], test: string | null): OwnFrame[] {
  const name = test?.replace(/\(.*$/, '').split(/[.#:]/).at(-1) ?? '';
  if (name.length < SHORTEST_NAME) return [];
  for (const { hits, index } of ranked.slice(1)) {
    const text = lines[index]?.text ?? '';
    if (hits[0].matcher.category !== 'test' || !text.includes(`${name}(`)) continue;
    const stack = stackOf(index, lines, /\w{1,200}\([\w.$]{1,200}\)/.exec(text)?.[0] ?? null);
    if (stack.length > 0) return stack;
  }
  return [];
}

/** The files in other lines of the same kind, such as a linter's list above its count. */
function listedBy([key, ...others]: readonly [Ranked, ...Ranked[]]): Mention[] {
  const { category } = key.hits[0].matcher;
  if (category === 'unknown' || category === 'test') return [];
  return others.slice(0, MOST_LISTED).flatMap(({ hits, inFailedStep, index }) => {
    const [{ matcher }] = hits;
    const isListed = index < key.index && key.index - index <= LISTED_LINES;
    const names = matcher.weight >= NAMING_WEIGHT || isListed;
    const isAlike = matcher.category === category && inFailedStep === key.inFailedStep;
    return isAlike && names ? namedBy(hits, 'listed') : [];
  });
}

/** The class of a JVM test, and the class that it is named after. */
function ofTest({ hits, heading, index }: Ranked, test: string | null): Mention[] {
  const isReport = [...hits, ...(heading?.hits ?? [])].some(({ matcher }) => JVM_FORMS.has(matcher));
  const groups = isReport && test !== null ? JVM_TEST.exec(test)?.groups : undefined;
  const path = groups?.path?.replaceAll('.', '/') ?? '';
  // A capital letter alone does not make it a class.
  if (groups?.name === undefined || (path === '' && groups.kind === undefined)) return [];
  const mention = (name: string, source: Source): Mention => ({
    file: `${path}${name}.java`,
    line: null,
    source,
    at: index,
  });
  if (groups.kind === undefined) return [mention(groups.name, 'test')];
  return [mention(`${groups.name}${groups.kind}`, 'test'), mention(groups.name, 'subject')];
}
