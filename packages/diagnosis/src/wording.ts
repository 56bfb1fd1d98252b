import type { LogLine } from './normalize.js';
import type { Outcome } from './outcome.js';
import type { Candidate } from './rank.js';
import type { Subject } from './subject.js';

/** What the description of a finding uses. */
export interface Finding {
  readonly key: Candidate;
  readonly line: LogLine;
  readonly subject: Subject;
  readonly confidence: number;
  /** Names of all failing tests. */
  readonly tests: readonly string[];
  /** The number of lines of the same form in the log. */
  readonly alike: number;
  readonly outcome: Outcome;
  readonly truncated: boolean;
  /** True when only the end of the log was read. */
  readonly partly: boolean;
}

const UNCERTAIN_BELOW = 0.5;
const QUOTED_CHARACTERS = 300;
const NAMED_TESTS = 3;

/** Explains why earlier lines were not read; empty when all were. */
export function cutNote({ truncated, partly }: Pick<Finding, 'truncated' | 'partly'>): string {
  if (truncated) return 'The beginning of the log was cut off when it was captured.';
  return partly ? 'Only the end of the log was read because it is very long.' : '';
}

/** Describes what happened and quotes the line. */
export function describe(finding: Finding): string {
  const { key, line, confidence, outcome } = finding;
  const [{ matcher }] = key.hits;
  const quote = shorten(line.text.trim(), QUOTED_CHARACTERS);
  const sentences = [
    confidence < UNCERTAIN_BELOW ? 'The cause is not certain; this line fits best.' : '',
    `${matcher.message}${where(finding)} (line ${line.number}): “${quote}”`,
    testSentence(finding.tests),
    alikeSentence(finding),
    outcome.verdict === 'passed' ? 'The log otherwise reads like that of a passing build.' : '',
    cutNote(finding),
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Suggests a fix. */
export function advise({ key, confidence }: Finding): string {
  const [{ matcher }] = key.hits;
  if (confidence >= UNCERTAIN_BELOW) return matcher.fix;
  return `${matcher.fix} Compare with the log of the last passing build before acting on this.`;
}

function where({ subject: { file, fileLine } }: Finding): string {
  if (file === null) return '';
  return fileLine === null ? ` in ${file}` : ` in ${file}:${fileLine}`;
}

function testSentence(tests: readonly string[]): string {
  if (tests.length === 0) return '';
  const named = tests.slice(0, NAMED_TESTS).map((test) => shorten(test, QUOTED_CHARACTERS));
  const more = tests.length > NAMED_TESTS ? ` and ${tests.length - NAMED_TESTS} more` : '';
  return `${tests.length === 1 ? 'Failing test' : 'Failing tests'}: ${named.join(', ')}${more}.`;
}

function alikeSentence({ alike, tests }: Finding): string {
  if (alike < 2 || tests.length > 1) return '';
  return `The log contains ${alike} lines of this form; read the first one.`;
}

/** Cuts a text without splitting a character. */
export function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
