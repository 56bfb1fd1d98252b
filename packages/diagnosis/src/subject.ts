import { isTestFile, type Place, placeNear, pytestPlace, unittestPlace } from './frames.js';
import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import { firstGroup, type Hit } from './scan.js';
import { reportedTest, testOf } from './test-name.js';

/** The file, symbol and test of a finding, as far as the log names them. */
export interface Subject {
  readonly file: string | null;
  readonly fileLine: number | null;
  readonly symbol: string | null;
  readonly test: string | null;
}

// A group name may occur only once in a pattern, so alternatives use different names.
const FILE_GROUPS = ['file', 'path', 'script', 'asset', 'shader', 'patch', 'gocheck', 'scss'];
const LINE_GROUPS = ['line', 'at', 'gcc'];
const NOT_SYMBOLS: ReadonlySet<string> = new Set([...FILE_GROUPS, ...LINE_GROUPS, 'test', 'message']);
const PACKAGE_PARTS = 3;
/** Below this weight, the file group may match anything. */
const NAMING_WEIGHT = WEIGHT.tool;

/** The lines above the summary of a check that list what it found. */
const LISTED_LINES = 40;
const SHORTEST_NAME = 4;
const PYTHON_FILE = /\.pyx?$/;
/** What several files lack is a dependency; none of them is wrong. */
const MISSING_PACKAGE = /\bpackage [\w.]{2,200} does not exist/;

/** The test may be as wrong as the code that it tests. */
const COMPARISON =
  /\b(?:expected|but was|but got|assert\w{0,20}|should|to (?:be|equal|match|contain))\b|(?:==|!=)/i;

/** Finds file, symbol and test of the likeliest finding in its line, next to it, or in its block. */
export function subjectOf(ranked: readonly [Ranked, ...Ranked[]], lines: readonly LogLine[]): Subject {
  const [key] = ranked;
  const test = isTestReport(key) ? testOf(ranked, lines) : reportedTest(ranked, lines);
  const symbol = symbolOf(key.hits);
  if (isMissingInSeveral(ranked, lines)) return { file: null, fileLine: null, symbol, test };
  const named = namedPlace(key.hits);
  const place = named ?? placeOf(ranked, lines, test);
  const useful = named === null && place !== null && isOnlyTheTest(place, key, lines) ? null : place;
  return { file: useful?.file ?? null, fileLine: useful?.line ?? null, symbol, test };
}

function isTestReport({ hits, heading }: Ranked): boolean {
  return [...hits, ...(heading?.hits ?? [])].some(({ matcher }) => matcher.category === 'test');
}

/** An error that a test meets, rather than a comparison that fails, comes from the code that it tests. */
function isOnlyTheTest({ file }: Place, { index }: Ranked, lines: readonly LogLine[]): boolean {
  const message = `${lines[index]?.text ?? ''}\n${lines[index + 1]?.text ?? ''}`;
  // A Python stack ends where the error is raised, so a test that ends it raises it.
  return isTestFile(file) && !PYTHON_FILE.test(file) && !COMPARISON.test(message) && !message.includes(file);
}

/** The group of the pattern other than file, line and test. */
function symbolOf(hits: readonly Hit[]): string | null {
  for (const { matcher, groups } of hits) {
    if (matcher.category === 'test') return groups.symbol?.trim() || null;
    const names = Object.keys(groups).filter((name) => !NOT_SYMBOLS.has(name));
    const found = names.map((name) => groups[name]?.trim()).find(Boolean);
    if (found !== undefined) return found;
  }
  return null;
}

function placeOf(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  test: string | null,
): Place | null {
  const [key] = ranked;
  if (key.hits.some(({ matcher }) => matcher.id.startsWith('pytest-'))) return pytestPlace(key.index, lines);
  if (key.hits.some(({ matcher }) => matcher.id === 'unittest-failed')) return unittestPlace(key.index, lines);
  const found = namedPlace(key.hits) ?? placeNear(key.index, lines, packageOf(test)) ?? declaredPlace(key.hits);
  return found ?? reportPlace(ranked, lines, test) ?? testClassPlace(key.hits, test) ?? placeOfAnother(ranked);
}

/** The place in another report of the same kind, if the likeliest line names none: a linter's list above its count. */
function placeOfAnother([key, ...others]: readonly [Ranked, ...Ranked[]]): Place | null {
  const { category } = key.hits[0].matcher;
  if (category === 'unknown' || category === 'test') return null;
  for (const { hits, inFailedStep, index } of others) {
    const [{ matcher }] = hits;
    const isListed = index < key.index && key.index - index <= LISTED_LINES;
    const names = matcher.weight >= NAMING_WEIGHT || isListed;
    if (matcher.category !== category || !names || inFailedStep !== key.inFailedStep) continue;
    const place = namedPlace(hits);
    if (place) return place;
  }
  return null;
}

/** If the line is from a list of failed tests, the report of the test further up has the stack. */
function reportPlace(ranked: readonly Ranked[], lines: readonly LogLine[], test: string | null): Place | null {
  const name = test?.replace(/\(.*$/, '').split(/[.#:]/).at(-1) ?? '';
  if (name.length < SHORTEST_NAME) return null;
  for (const { hits, index } of ranked) {
    const text = lines[index]?.text ?? '';
    if (hits[0].matcher.category !== 'test' || !text.includes(`${name}(`)) continue;
    const owner = /\w+\([\w.$]{1,200}\)/.exec(text)?.[0] ?? null;
    const place = placeNear(index, lines, packageOf(owner));
    if (place) return place;
  }
  return null;
}

function isMissingInSeveral([key, ...others]: readonly [Ranked, ...Ranked[]], lines: readonly LogLine[]): boolean {
  const lacks = ({ index }: Ranked): boolean => MISSING_PACKAGE.test(lines[index]?.text ?? '');
  const file = namedPlace(key.hits)?.file;
  return lacks(key) && others.some((other) => lacks(other) && namedPlace(other.hits)?.file !== file);
}

function namedPlace(hits: readonly Hit[]): Place | null {
  for (const [rank, hit] of hits.entries()) {
    if (rank > 0 && hit.matcher.weight < NAMING_WEIGHT) break;
    const file = firstGroup(hit, FILE_GROUPS);
    const line = firstGroup(hit, LINE_GROUPS);
    if (file !== null) return { file, line: line === null ? null : Number(line) };
  }
  return null;
}

function declaredPlace(hits: readonly Hit[]): Place | null {
  const file = hits.find(({ matcher }) => matcher.declaredIn !== undefined)?.matcher.declaredIn;
  return file === undefined ? null : { file, line: null };
}

/** The part of a JVM test's package, as in `method(org.example.game.SaveTest)`, that the project's code shares. */
function packageOf(test: string | null): string | null {
  const name = test === null ? undefined : /\((?<owner>(?:[a-z]\w*\.){2,12}[A-Z]\w*)\)$/.exec(test)?.groups?.owner;
  return name === undefined ? null : name.split('.').slice(0, -1).slice(0, PACKAGE_PARTS).join('.');
}

/** If the log only lists failed JVM tests, the class gives the file. */
function testClassPlace(hits: readonly Hit[], test: string | null): Place | null {
  if (test === null || !hits.some(({ matcher }) => matcher.id.startsWith('surefire-'))) return null;
  const name = /^(?<owner>[A-Z]\w{2,120})[.$]/.exec(test)?.groups?.owner;
  return name === undefined ? null : { file: `${name}.java`, line: null };
}
