import { type Baseline, seenBefore } from './baseline.js';
import type { CapturedLog, CitedLine, Diagnosis } from './diagnosis.js';
import { type LogLine, readLines } from './normalize.js';
import { readOutcome } from './outcome.js';
import { type Candidate, rankHits, type Setting } from './rank.js';
import { families } from './registry.js';
import { Scanner } from './scan.js';
import { subjectOf } from './subject.js';

const NOTHING_NAMED = { keyLine: null, file: null, fileLine: null, symbol: null, test: null } as const;

const NO_LOG: Diagnosis = {
  diagnosis:
    'The build was reported without a log, so nothing tells why it failed. This is a low-confidence ' +
    'infrastructure finding.',
  suggestedFix:
    'Send the end of the build log with the report, as logs_tail, log or console, and investigate the next failure.',
  category: 'infra',
  confidence: 0.1,
  evidence: [],
  ...NOTHING_NAMED,
};

const MOST_EVIDENCE = 8;
const SHOWN_CHARACTERS = 500;
const scanner = new Scanner(families.flatMap((family) => family.matchers));

/**
 * Reads a failed build's log, with what passing builds of the same job print when that is known. Says so when it does
 * not know the cause. Takes time linear in the log, whatever the log holds.
 */
export function diagnose(log: CapturedLog | null, baseline: Baseline | null = null): Diagnosis {
  if (log === null) return NO_LOG;
  const lines = readLines(log.content);
  const setting: Setting = { lines, outcome: readOutcome(lines), seen: seenBefore(baseline) };
  const ranked = rankHits(scanner.scan(lines), setting);
  const [key, ...others] = ranked;
  if (!key) return nothingFound(log, lines);
  const subject = subjectOf([key, ...others], lines);
  const [{ matcher }] = key.hits;
  const cut = log.truncated ? ' Its beginning was cut off when it was captured.' : '';
  return {
    diagnosis: `${matcher.says}: "${lines[key.index]?.text.trim()}"${cut}`,
    suggestedFix: matcher.fix,
    category: matcher.category,
    confidence: Math.max(0.1, Math.min(0.95, key.score / 120)),
    evidence: evidenceOf(ranked, lines),
    keyLine: cite(lines[key.index]),
    ...subject,
  };
}

function evidenceOf(ranked: readonly Candidate[], lines: readonly LogLine[]): CitedLine[] {
  const chosen: Candidate[] = [];
  for (const candidate of ranked) {
    if (chosen.length === MOST_EVIDENCE) break;
    if (chosen.some(({ index }) => Math.abs(index - candidate.index) <= 2)) continue;
    chosen.push(candidate);
  }
  return chosen.flatMap(({ index }) => cite(lines[index]) ?? []);
}

function cite(line: LogLine | undefined): CitedLine | null {
  return line ? { line: line.number, text: line.text.trim().slice(0, SHOWN_CHARACTERS) } : null;
}

function nothingFound(log: CapturedLog, lines: readonly LogLine[]): Diagnosis {
  const cut = log.truncated ? ' Its beginning was cut off when it was captured.' : '';
  return {
    diagnosis: `The log names no cause that can be told apart with confidence.${cut} Its last lines are shown.`,
    suggestedFix:
      'Read the end of the log, starting with the lines shown, and compare it with the last passing build.',
    category: 'unknown',
    confidence: 0.1,
    evidence: lines.filter(({ text }) => text !== '').slice(-5).flatMap((line) => cite(line) ?? []),
    ...NOTHING_NAMED,
  };
}
