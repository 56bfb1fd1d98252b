import type { FindingVerdict, InvestigationCategory } from '@slipway/contracts';
import type { CitedLine, Diagnosis } from './diagnosis.js';
import { knownFix } from './known-fixes.js';
import type { LogLine } from './normalize.js';
import type { Outcome } from './outcome.js';
import type { Ranked } from './rank.js';
import type { Subject } from './subject.js';

/** The parts of a finding that its description uses. */
export interface Finding {
  readonly key: Ranked;
  readonly line: LogLine;
  /** The quoted lines. */
  readonly evidence: readonly CitedLine[];
  readonly subject: Subject;
  readonly confidence: number;
  readonly tests: readonly string[];
  /** The number of lines of the same form in the log. */
  readonly alike: number;
  /** The number of other errors after it that may be its consequences. */
  readonly followUps: number;
  readonly outcome: Outcome;
  /** What a person said about the finding. */
  readonly verdict: FindingVerdict | null;
  readonly truncated: boolean;
  /** True if the log was cut and the quoted line is only its last output. */
  readonly isLeftover: boolean;
  /** True if the log was cut, and a job had failed before the quoted line of which it does not say why. */
  readonly isLater: boolean;
}

const UNCERTAIN_BELOW = 0.5;
const QUOTED_CHARACTERS = 300;
const NAMED_TESTS = 3;
const OTHER_LINES = 2;
const COMMAND_CHARACTERS = 160;

/** Says that the log is incomplete; empty if it is not. */
export function cutNote({ truncated }: Pick<Finding, 'truncated'>): string {
  return truncated ? 'Part of the log was cut when it was captured.' : '';
}

export function isUncertain(confidence: number): boolean {
  return confidence < UNCERTAIN_BELOW;
}

export function describe(finding: Finding): string {
  const { key, line, confidence, outcome } = finding;
  const [{ matcher }] = key.hits;
  const quote = shortenMessage(line.text.trim(), QUOTED_CHARACTERS);
  const sentences = [
    isUncertain(confidence) ? uncertainSentence(finding) : '',
    `${matcher.message}${where(finding)} (line ${line.number}): “${quote}”`,
    finding.verdict === null ? '' : VERDICT_SENTENCES[finding.verdict],
    commandSentence(finding),
    testSentence(finding.tests),
    alikeSentence(finding),
    followUpSentence(finding),
    outcome.verdict === 'passed' ? 'Otherwise, the log looks like that of a passing build.' : '',
    cutNote(finding),
    lossNote(finding),
  ];
  return sentences.filter(Boolean).join(' ');
}

function lossNote({ isLeftover, isLater }: Finding): string {
  if (isLeftover) return 'The rest reports no error, so the cause is probably in the part that is missing.';
  return isLater
    ? 'Something had failed before it, so the first error is probably in the part that is missing.'
    : '';
}

function uncertainSentence({ line, evidence }: Finding): string {
  const others = evidence.filter(({ line: number }) => number !== line.number).slice(0, OTHER_LINES);
  if (others.length === 0) return 'The cause is uncertain; this line fits best.';
  const numbers = others.map(({ line: number }) => number).join(' and ');
  return `The cause is uncertain; this line fits best, and ${others.length === 1 ? 'line' : 'lines'} ${numbers} may be it too.`;
}

export const VERDICT_SENTENCES: Record<FindingVerdict, string> = {
  confirmed: 'A person confirmed this.',
  refused: 'A person judged that the line named before is not the cause.',
  other_line: 'A person named this line.',
  not_ours: 'A person judged that the project did not cause this failure.',
};

const TITLE_CHARACTERS = 200;

// A path with at least two separators, but not a URL.
const LONG_PATH = /(?<![:/\\\w])(?:[A-Za-z]:)?[\w.@~+-]{0,120}(?:[\\/][\w.@~+-]{1,120}){2,60}/g;

/** The quoted line without folders, preceded by the failing test if the line does not name it. */
export function titleOf({ line, subject: { test } }: Pick<Finding, 'line' | 'subject'>): string {
  const text = line.text.trim().replace(LONG_PATH, (path) => path.split(/[\\/]/).at(-1) ?? path);
  return shortenMessage(test === null || text.includes(test) ? text : `${test}: ${text}`, TITLE_CHARACTERS);
}

/** Suggests a fix, or general advice, and says whether the same build may pass if it runs again. */
export function advise(
  finding: Finding,
  category: InvestigationCategory,
): Pick<Diagnosis, 'suggestedFix' | 'fixKind'> {
  const { key, line, subject, confidence } = finding;
  const [{ matcher }] = key.hits;
  const known = matcher.category === 'compile' ? knownFix(line.text, subject.symbol) : null;
  const fix = known ?? matcher.fix;
  const text = fix ?? matcher.advice ?? '';
  const sentences = [
    text,
    retrySentence(category, text),
    isUncertain(confidence) ? 'Compare with the last passing build log before acting on this.' : '',
  ];
  return {
    suggestedFix: sentences.filter(Boolean).join(' '),
    fixKind: fix === undefined ? 'general' : 'specific',
  };
}

/** Failures of machines, networks and servers: the same revision may pass later. */
const TRANSIENT_CATEGORIES: ReadonlySet<InvestigationCategory> = new Set(['infra', 'network', 'source_control']);

function retrySentence(category: InvestigationCategory, advice: string): string {
  if (category === 'unknown' || /\bagain\b/.test(advice)) return '';
  return TRANSIENT_CATEGORIES.has(category)
    ? 'Running the build again may help.'
    : 'Running the build again without a change will not help.';
}

/** The command of the failed step, if the log shows it. */
function commandSentence({ key, outcome }: Finding): string {
  const step = outcome.failed.find(({ first, last }) => first <= key.index && key.index <= last);
  const command = step?.command.trim() ?? '';
  return command === '' ? '' : `The failing command is “${shorten(command, COMMAND_CHARACTERS)}”.`;
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
  return `The log contains ${alike} similar lines; read the first one.`;
}

function followUpSentence({ followUps, confidence }: Finding): string {
  if (followUps === 0 || isUncertain(confidence)) return '';
  return followUps === 1
    ? 'Another error after it may follow from it.'
    : `${followUps} other errors after it may follow from it.`;
}

// All folders but the last in a path with at least four folders.
const DEEP_FOLDERS =
  /(?:[A-Za-z]:)?(?:[\\/][^\\/\s:()'"]{1,120}){3,}(?=[\\/][^\\/\s:()'"]{1,120}[\\/][^\\/\s:()'"]{1,120})/g;

/** Shortens a line that is too long: first the folders in its paths, then its end. */
function shortenMessage(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return shorten(text.replace(DEEP_FOLDERS, '…'), characters);
}

/** Cuts a text without splitting a character. */
export function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text;
  return `${text
    .slice(0, characters - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}
