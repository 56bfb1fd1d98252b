import { type Baseline, seenBefore } from './baseline.js';
import { type Candidate, findCandidates, type Setting } from './candidates.js';
import { categoryOf } from './category.js';
import { confidenceOf, type TrackRecord } from './confidence.js';
import { completePath } from './cut-path.js';
import type { CapturedLog, CitedLine, Diagnosis } from './diagnosis.js';
import { citeEvidence, citeLine, countFollowUps } from './evidence.js';
import type { IsChanged } from './file-rank.js';
import { fingerprintOf, isFingerprinted } from './fingerprint.js';
import { firstCause, isAfterLostFailure } from './first-cause.js';
import { extendPast, type JobPast, type Lessons, NO_LESSONS, recall } from './job-past.js';
import { hashLine } from './line-hash.js';
import { type Matcher, WEIGHT } from './matcher.js';
import { messageFirst } from './message-line.js';
import { type LogLine, readLines } from './normalize.js';
import { isEnding, readOutcome } from './outcome.js';
import { type Ranked, rankCandidates } from './rank.js';
import { families } from './registry.js';
import { Scanner } from './scan.js';
import { isLastOutput, stepOutput } from './step-output.js';
import { type Subject, subjectOf } from './subject.js';
import { testsOf } from './test-name.js';
import { lessonOf, rankJudged, type Verdict, verdictOn } from './verdict.js';
import { advise, cutNote, describe, type Finding, isUncertain, titleOf, VERDICT_SENTENCES } from './wording.js';

const NOTHING_NAMED = {
  keyLine: null,
  file: null,
  fileLine: null,
  fileConfidence: 0,
  otherChangedFiles: [],
  symbol: null,
  test: null,
  tool: '',
  title: '',
  fingerprint: null,
  lesson: null,
} as const;
const LOWEST = 0.1;
/** The highest confidence if the log was cut and only the last output is left, or if a person refused a better line. */
const MAX_GUESS = 0.45;
const SHOWN_LINES = 5;
/** How many lines to read if the first one is not certainly the cause. */
const UNCERTAIN_LINES = 3;

const NO_LOG: Diagnosis = {
  diagnosis:
    'The build was reported without a log, so the reason for its failure is unknown. This is a low-confidence ' +
    'infrastructure finding.',
  suggestedFix:
    'Send the end of the build log with the report, as logs_tail, log or console, and investigate the next failure.',
  fixKind: 'specific',
  category: 'infra',
  confidence: LOWEST,
  evidence: [],
  ...NOTHING_NAMED,
};

const scanner = new Scanner(families.flatMap((family) => family.matchers));
const tools = new Map(families.flatMap(({ name, matchers }) => matchers.map(({ id }) => [id, name])));

/** The kind of tool whose form a matcher recognizes. */
export function toolOf({ id }: Matcher): string {
  return tools.get(id) ?? '';
}

/** What is known about a failure before its log is read. */
export interface KnownFailure {
  /** The lines of the job's passing builds. */
  readonly baseline: Baseline | null;
  readonly past: JobPast | null;
  readonly lessons: Lessons;
  readonly verdict: Verdict | null;
  /** The verdicts of the project's people, by category. */
  readonly records: Readonly<Record<string, TrackRecord>>;
  /** Whether a file has changed since the last passing build. */
  readonly isChanged: IsChanged;
  /** A finding that names no cause has a fingerprint of its job. */
  readonly job: string;
}

const NOTHING_KNOWN: KnownFailure = {
  baseline: null,
  past: null,
  lessons: NO_LESSONS,
  verdict: null,
  records: {},
  isChanged: () => false,
  job: '',
};

/**
 * Finds the cause of a failure in the build's log, comparing it with the job's earlier builds if they are known. Among
 * the files that the log points to, it prefers those that have changed since. An unknown cause is reported as such.
 * Takes linear time for any log.
 */
export function diagnose(log: CapturedLog | null, known: Partial<KnownFailure> = {}): Diagnosis {
  if (log === null) return NO_LOG;
  const { setting, candidates } = examine(log.content, known, log.numbers);
  const { lines } = setting;
  const all = { ...NOTHING_KNOWN, ...known, verdict: verdictOn(lines, known.verdict ?? null) };
  const ranked = firstCause(messageFirst(rankCandidates(candidates, setting), lines), lines);
  const [key, ...others] = rankJudged(ranked, lines, all.verdict);
  const line = key && lines[key.index];
  if (!key || !line) return nothingFound(log, lines, all.verdict);
  return found([key, ...others], { line, truncated: log.truncated, known: all }, setting);
}

/** Reads a log and finds the lines that may name the cause. */
export function examine(
  content: string,
  known: Partial<KnownFailure> = {},
  numbers?: readonly number[],
): { readonly setting: Setting; readonly candidates: readonly Candidate[] } {
  const { baseline, past, lessons } = { ...NOTHING_KNOWN, ...known };
  const lines = readLines(content, numbers);
  const outcome = readOutcome(lines);
  const setting: Setting = { lines, outcome, seen: seenBefore(baseline), memory: recall(past, lessons) };
  return { setting, candidates: findCandidates([...scanner.scan(lines), ...stepOutput(lines, outcome)], setting) };
}

/** Adds a build's log to its job's past. */
export function extendPastBy(
  previous: JobPast | null,
  build: { readonly id: number; readonly log: string },
): JobPast {
  const { candidates, setting } = examine(build.log);
  const hashes = candidates.map(({ index }) => hashLine(setting.lines[index]?.text ?? ''));
  return extendPast(previous, build.id, new Set(hashes));
}

function found(
  ranked: readonly [Ranked, ...Ranked[]],
  { line, truncated, known }: { line: LogLine; truncated: boolean; known: KnownFailure },
  setting: Setting,
): Diagnosis {
  const { lines, outcome } = setting;
  const [key] = ranked;
  const subject = nameSubject(ranked, { truncated, known }, lines);
  const isLeftover = truncated && isLastOutput(key);
  const isLater = truncated && isAfterLostFailure(ranked, lines);
  const isReport = key.hits.some(({ matcher }) => matcher.category === 'test');
  const found = categoryOf(ranked, lines, { outcome, isInTest: subject.test !== null && !isReport });
  const category = known.verdict?.verdict === 'not_ours' ? 'infra' : found;
  const learned = confidenceOf(ranked, setting, known.records[category]);
  const isRefused = known.verdict?.verdict === 'refused';
  const isNamed = known.verdict !== null && !isRefused;
  const confidence = isNamed ? 1 : Math.min(learned, isLeftover || isLater || isRefused ? MAX_GUESS : 1);
  const evidence = citeEvidence(ranked, lines, isUncertain(confidence) ? UNCERTAIN_LINES : 1);
  const finding: Finding = {
    key,
    line,
    evidence,
    subject,
    confidence,
    outcome,
    verdict: known.verdict?.verdict ?? null,
    truncated,
    isLeftover,
    isLater,
    tests: subject.test === null ? [] : testsOf(ranked, lines, subject.test),
    followUps: countFollowUps(ranked, lines),
    alike: ranked.filter(({ hits: [best] }) => best.matcher === key.hits[0].matcher).length,
  };
  const tool = toolOf(key.hits[0].matcher);
  return {
    diagnosis: describe(finding),
    ...advise(finding, category),
    category,
    tool,
    title: titleOf(finding),
    fingerprint: isFingerprinted(confidence)
      ? fingerprintOf({
          category,
          tool,
          message: line.text,
          ...subject,
          job: namesCause(key, line) ? '' : known.job,
        })
      : null,
    confidence,
    lesson: lessonOf(key, lines, known.verdict),
    evidence,
    keyLine: citeLine(line),
    ...subject,
  };
}

function nameSubject(
  ranked: readonly [Ranked, ...Ranked[]],
  { truncated, known }: { readonly truncated: boolean; readonly known: KnownFailure },
  lines: readonly LogLine[],
): Subject {
  const subject = subjectOf(ranked, lines, known.isChanged);
  const { file } = subject;
  const isCut = truncated && ranked[0].index === 0 && file !== null;
  return isCut ? { ...subject, file: completePath(file, lines) } : subject;
}

/** Whether a finding is more than the end of a run, which other causes have in common. */
function namesCause(key: Ranked, { text }: LogLine): boolean {
  const { weight } = key.hits[0].matcher;
  return weight > WEIGHT.wrapper && !isLastOutput(key) && (weight > WEIGHT.tool || !isEnding(text));
}

function nothingFound(log: CapturedLog, lines: readonly LogLine[], verdict: Verdict | null): Diagnosis {
  const last: CitedLine[] = lines
    .filter(({ text }) => text.trim() !== '')
    .slice(-SHOWN_LINES)
    .map(citeLine);
  const shown = last.length > 0 ? 'Its last lines are shown.' : 'It is empty.';
  const isOurs = verdict?.verdict !== 'not_ours';
  const sentences = [
    'The log names no cause that can be identified with confidence.',
    verdict === null ? '' : VERDICT_SENTENCES[verdict.verdict],
    shown,
    cutNote(log),
  ];
  return {
    diagnosis: sentences.filter(Boolean).join(' '),
    suggestedFix:
      'Read the end of the log, starting with the lines shown, and compare it with the last passing build.',
    fixKind: 'general',
    category: isOurs ? 'unknown' : 'infra',
    confidence: LOWEST,
    evidence: last,
    ...NOTHING_NAMED,
    lesson: lessonOf(undefined, lines, verdict),
  };
}
