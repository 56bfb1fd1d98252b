import type { InvestigationCategory } from '@slipway/contracts';
import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Outcome } from './outcome.js';
import type { Ranked } from './rank.js';

const NEAR_LINES = 20;

// The category by words in a line or a command, used if the line's form does not determine it.
const WORDS: readonly (readonly [RegExp, InvestigationCategory])[] = [
  [
    /\b(?:e?s?lint|\w{0,12}lint|checkstyle|pmd|spotbugs|findbugs|format|fmt|prettier|flake8|pylint|rubocop|phpcs|style|stylecheck|javadoc|license|spell)\w{0,12}\b/i,
    'lint',
  ],
  [
    /(?:^|[^a-z])(?:unit|integration)?-?tests?(?:[^a-z]|$)|[a-z]Tests?\b|\b(?:spec|rspec|pytest|py\.test|tox|nosetests|jest|mocha|karma|junit|phpunit|cucumber|check|verify|ctest|coverage)\b/,
    'test',
  ],
  [
    /\b(?:resolve|dependenc\w+|bundle install|npm (?:ci|install)|yarn(?: install)?$|pip install|composer install|apt-get|brew install|go get|restore|dependabot|renovate)\b/i,
    'dependency',
  ],
  [/\b(?:deploy|publish|upload|package|packaging|archive|release|sign)\w{0,12}\b/i, 'packaging'],
  [
    /compile|\b(?:build|make|assemble|javac|cargo|msbuild|xcodebuild|gradlew?|mvn|sbt|webpack|tsc|cmake)\b/i,
    'compile',
  ],
  [/\b(?:git|checkout|clone|fetch|p4|sync)\b/i, 'source_control'],
];

/** Errors that a test may run into: if one occurs in a test, the category is a failing test. */
const COUNTS_AS_TEST: ReadonlySet<InvestigationCategory> = new Set(['config', 'content', 'network', 'dependency']);

/** A finding's category: from its form, otherwise from the lines near it, otherwise from the command. */
export function categoryOf(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  { outcome: { failed }, isInTest }: { readonly outcome: Outcome; readonly isInTest: boolean },
): InvestigationCategory {
  const [key] = ranked;
  const own = key.heading && ownCategory(key.heading) === 'test' ? 'test' : ownCategory(key);
  if (own !== null) return isInTest && COUNTS_AS_TEST.has(own) ? 'test' : own;
  if (isInTest) return 'test';
  const text = lines[key.index]?.text ?? '';
  const command = failed[0]?.command ?? '';
  return nearCategory(ranked) ?? wordCategory(text) ?? wordCategory(command) ?? 'unknown';
}

function ownCategory({ hits }: Ranked): InvestigationCategory | null {
  return (
    hits.find(({ matcher }) => matcher.category !== 'unknown' && matcher.weight >= WEIGHT.general)?.matcher
      .category ?? null
  );
}

function nearCategory([key, ...others]: readonly [Ranked, ...Ranked[]]): InvestigationCategory | null {
  const near = others.find(
    (other) =>
      Math.abs(other.index - key.index) <= NEAR_LINES &&
      other.hits[0].matcher.weight >= WEIGHT.tool &&
      ownCategory(other) !== null,
  );
  return near ? ownCategory(near) : null;
}

function wordCategory(text: string): InvestigationCategory | null {
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
