import type { JobMemory } from './job-past.js';
import { WEIGHT } from './matcher.js';
import type { LogLine } from './normalize.js';
import type { Outcome, Step } from './outcome.js';
import type { Hit } from './scan.js';

export interface Candidate {
  readonly index: number;
  /** The best hit on the line comes first. */
  readonly hits: readonly [Hit, ...Hit[]];
  /** Points for form, step and noise. It decides which lines are compared at all, and is one feature among many. */
  readonly prior: number;
  /** True if passing builds also print the line; null if that is unknown. */
  readonly familiar: boolean | null;
  readonly inFailedStep: boolean;
}

export interface Setting {
  readonly lines: readonly LogLine[];
  readonly outcome: Outcome;
  readonly seen: ((line: LogLine) => boolean) | null;
  readonly memory: JobMemory;
}

/** The most lines to compare with each other, which bounds the work on a hostile log. */
const MAX_CANDIDATES = 300;
/** Below this weight, a summary line counts less. */
const SPECIFIC_FROM = WEIGHT.specific;
/** In shorter logs, a line's position means nothing. */
const LONG_LOG = 150;
/** The most lines between a hit of an ending matcher and the end of its step. */
const ENDING_LINES = 14;

/** From this weight on, the first of several equal lines is the cause; below it, the last one. */
const FIRST_COUNTS_FROM = WEIGHT.tool;

const POINTS = {
  inFailedStep: 16,
  beforeFailedStep: -8,
  afterFailedStep: -34,
  familiar: -45,
  novel: 8,
  errorLevel: 6,
  warningLevel: -30,
  noise: -50,
  summary: -18,
  ending: 14,
  place: 6,
  inFirstHalf: -14,
  inThirdQuarter: -5,
} as const;

const NOISE: readonly RegExp[] = [
  // passed, skipped or expected
  /^\s{0,40}(?:✓|✔|√|✅|ok \d|PASS(?:ED)?\b|--- (?:PASS|SKIP)|\[ {7}OK \]|\[ RUN {6}\]|- \[x\]|☐|↓)/,
  /\b(?:PASSED|\.\.\. ok|\[ok\]|OK|ignored\)|\(ignored\)|not an error|expected failure|allowed to fail|XFAIL|skipped)$/i,
  // counts of nothing
  /\b(?:no|0|zero) (?:errors?|failures?|failed|problems|warnings)\b|\b(?:errors?|failures?|failed|failing)\s{0,4}[:=]\s{0,4}0\b(?!.{0,80}\b(?:errors?|failures?|failed)\s{0,4}[:=]\s{0,4}[1-9])/i,
  // levels below an error
  /^\s{0,8}(?:\[?(?:WARN(?:ING)?|INFO|DEBUG|NOTICE|TRACE|VERBOSE|npm WARN)\b|[Ww]arning:|[Nn]ote:|[Nn]otice:|DEPRECATION)/,
  /(?::|\)) (?:warning|note)(?: [A-Z]{1,4}\d{3,5})?:/,
  // echoed commands and their options
  /^\s{0,4}(?:\+{1,4} ?\S|\$ |> \S{1,80}@\d|set -|echo |export |-D\w|-I\S|\S{0,200}(?:gcc|g\+\+|clang|cc1|c\+\+|javac|rustc|cl\.exe)\s{1,4}-)/,
  /^\s{0,12}(?:at [\w$.<>]{3,200}[ (]|\.{3} \d+ more|#\d{1,4} {1,4}0x|from \/|in \/)/,
  // names of downloaded, unpacked or installed files and packages
  /^\s{0,8}(?:Downloading|Downloaded|Fetching|Unpacking|Setting up|Selecting|Get:\d|Collecting|Installing|Preparing|Extracting|Processing triggers|remote: (?:Counting|Compressing)|inflating|creating|copying|adding|Using cached|Requirement already)/i,
];

/** Reports that the whole build failed, or gives advice. */
const SUMMARY =
  /^\s{0,4}(?:The command "|\[ERROR\] (?:-> \[Help|Re-run|To see|For more|After correcting|Refer to|Please refer|Command line was|\s{0,4}mvn <goals>)|\[ERROR\]$)|^.{0,24}\b(?:build|tests?|test suites?|suite|job|command|script|components?|execute|compilation|targets?|tasks?|process|packages?|run|checks?)\b.{0,24}\b(?:failed|failure|failures|FAILED|FAILURE)\b.{0,40}$/i;

/** The lines that matchers recognized, highest points first. */
export function findCandidates(hits: readonly Hit[], setting: Setting): Candidate[] {
  const byLine = new Map<number, [Hit, ...Hit[]]>();
  for (const hit of hits) {
    if (setting.outcome.echoed.has(hit.index)) continue;
    const others = byLine.get(hit.index);
    if (others) others.push(hit);
    else byLine.set(hit.index, [hit]);
  }
  const candidates = [...byLine].map(([index, found]) => candidate(index, found, setting));
  candidates.sort((a, b) => b.prior - a.prior || a.index - b.index);
  return candidates.slice(0, MAX_CANDIDATES);
}

function candidate(index: number, hits: [Hit, ...Hit[]], setting: Setting): Candidate {
  hits.sort((a, b) => b.matcher.weight - a.matcher.weight);
  const [best] = hits;
  const line = setting.lines[index];
  const step = stepOf(index, setting.outcome.failed);
  const familiar = line && setting.seen ? setting.seen(line) : null;
  const end = step?.last ?? setting.lines.length - 1;
  let prior = best.matcher.weight + stepPoints(index, step, setting) + orderPoints(best, step, setting);
  if (best.matcher.ending && end - index <= ENDING_LINES) prior += POINTS.ending;
  if (line?.level === 'error') prior += POINTS.errorLevel;
  if (line?.level === 'warning') prior += POINTS.warningLevel;
  if (familiar !== null) prior += familiar ? POINTS.familiar : POINTS.novel;
  if (line && isNoise(line.text)) prior += POINTS.noise;
  if (line && best.matcher.weight < SPECIFIC_FROM && SUMMARY.test(line.text)) prior += POINTS.summary;
  return { index, hits, prior, familiar, inFailedStep: step !== null };
}

/** Whether the line reports a success, a warning, a command, a stack frame or the name of something installed. */
export function isNoise(text: string): boolean {
  return NOISE.some((pattern) => pattern.test(text));
}

function stepOf(index: number, failed: readonly Step[]): Step | null {
  return failed.find(({ first, last }) => first <= index && index <= last) ?? null;
}

function stepPoints(index: number, step: Step | null, { outcome, lines }: Setting): number {
  if (outcome.failed.length === 0) return latenessPoints(index, lines.length);
  if (step) return step === outcome.failed[0] ? POINTS.inFailedStep : POINTS.inFailedStep - 4;
  const end = outcome.failed.at(-1)?.last ?? 0;
  return index > end ? POINTS.afterFailedStep : POINTS.beforeFailedStep;
}

/** If no failed step is known, the failure is probably near the end: the first lines are preparation. */
function latenessPoints(index: number, count: number): number {
  if (count < LONG_LOG || index >= (count * 3) / 4) return 0;
  return index < count / 2 ? POINTS.inFirstHalf : POINTS.inThirdQuarter;
}

/** Among lines of equal weight, the first wins if their error is known, and the last if it is vague. */
function orderPoints({ index, matcher }: Hit, step: Step | null, { lines }: Setting): number {
  const first = step?.first ?? 0;
  const last = step?.last ?? lines.length - 1;
  const place = last > first ? (index - first) / (last - first) : 0;
  return matcher.weight >= FIRST_COUNTS_FROM ? -POINTS.place * place : POINTS.place * place;
}
