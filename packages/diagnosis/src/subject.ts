import { FILE_GROUPS, LINE_GROUPS } from './file-mentions.js';
import { fileOf, type IsChanged, type NamedFile } from './file-rank.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import type { Hit } from './scan.js';
import { reportedTest, testOf } from './test-name.js';

/** The file, symbol and test of a finding, if the log names them. */
export interface Subject extends NamedFile {
  readonly symbol: string | null;
  readonly test: string | null;
}

const NOT_SYMBOLS: ReadonlySet<string> = new Set([...FILE_GROUPS, ...LINE_GROUPS, 'test', 'message']);

/** Finds the file, symbol and test of the likeliest finding in its line, next to it, or in its block. */
export function subjectOf(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  isChanged: IsChanged,
): Subject {
  const test = subjectTest(ranked, lines);
  return { ...fileOf(ranked, lines, { test, isChanged }), symbol: symbolOf(ranked[0].hits), test };
}

/** The failing test of the likeliest finding. */
export function subjectTest(ranked: readonly [Ranked, ...Ranked[]], lines: readonly LogLine[]): string | null {
  return isTestReport(ranked[0]) ? testOf(ranked, lines) : reportedTest(ranked, lines);
}

function isTestReport({ hits, heading }: Ranked): boolean {
  return [...hits, ...(heading?.hits ?? [])].some(({ matcher }) => matcher.category === 'test');
}

/** The pattern's group other than file, line and test. */
function symbolOf(hits: readonly Hit[]): string | null {
  for (const { matcher, groups } of hits) {
    if (matcher.category === 'test') return groups.symbol?.trim() || null;
    const names = Object.keys(groups).filter((name) => !NOT_SYMBOLS.has(name));
    const found = names.map((name) => groups[name]?.trim()).find(Boolean);
    if (found !== undefined) return found;
  }
  return null;
}
