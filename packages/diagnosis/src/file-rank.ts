import { logOdds } from './confidence.js';
import { type FileCandidate, fileCandidates } from './file-features.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import { FILE_CONFIDENCE, FILE_WEIGHTS } from './weights.js';

/** Whether a change since the last passing build touched a file named in the log. */
export type IsChanged = (file: string) => boolean;

export interface NamedFile {
  readonly file: string | null;
  readonly fileLine: number | null;
  /** The share of files like this one that a fix for the build changes, from 0 to 1; 0 if there is no file. */
  readonly fileConfidence: number;
  /** The other changed files that the log points to, if this file is preferred because it was changed. */
  readonly otherChangedFiles: readonly string[];
}

/** A file that the likeliest line does not name is shown only if at least this share of such files is right. */
const LEAST = 0.6;
/**
 * How much it adds to a file's score, and to the odds that the file is right, if a suspect change touched it. These are
 * not learned, because no labeled log comes with the changes before it. A changed file wins over the one that the line
 * names, but a frame far out in a stack is still not shown.
 */
const CHANGED_SCORE = 2.5;
const CHANGED_ODDS = 1;
const NO_FILE: NamedFile = { file: null, fileLine: null, fileConfidence: 0, otherChangedFiles: [] };

interface ScoredFile extends FileCandidate {
  readonly score: number;
  readonly isChanged: boolean;
}

/** The file that a fix for the build is likeliest to change, among those that the finding points to. */
export function fileOf(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  { test, isChanged }: { readonly test: string | null; readonly isChanged: IsChanged },
): NamedFile {
  const scored = fileCandidates(ranked, lines, test).map((candidate) => scoreFile(candidate, isChanged));
  const plain = scored.toSorted(byScore);
  const preferring = scored.map(preferChanged).toSorted(byScore);
  if (preferring[0]?.place === plain[0]?.place) return shownFile(preferring) ?? NO_FILE;
  const others = preferring.slice(1).filter((file) => file.isChanged);
  return shownFile(preferring, others) ?? shownFile(plain) ?? NO_FILE;
}

/** The first of the files, unless it is too uncertain. */
function shownFile(files: readonly ScoredFile[], others: readonly ScoredFile[] = []): NamedFile | null {
  const [best] = files;
  if (!best) return null;
  const fileConfidence = confidenceIn(best, files);
  if (!isShown(best, fileConfidence)) return null;
  return {
    file: best.place.file,
    fileLine: best.place.line,
    fileConfidence,
    otherChangedFiles: others.map(({ place }) => place.file),
  };
}

function scoreFile(candidate: FileCandidate, isChanged: IsChanged): ScoredFile {
  let score = 0;
  candidate.describe((name, value) => {
    score += (FILE_WEIGHTS.get(name) ?? 0) * value;
  });
  return { ...candidate, score, isChanged: isChanged(candidate.place.file) };
}

const preferChanged = (file: ScoredFile): ScoredFile =>
  file.isChanged ? { ...file, score: file.score + CHANGED_SCORE } : file;

/** Sorting is stable, so among equal files the first one mentioned wins. */
const byScore = (a: ScoredFile, b: ScoredFile): number => b.score - a.score;

function confidenceIn(best: ScoredFile, all: readonly ScoredFile[]): number {
  const [start = 0, ...weights] = FILE_CONFIDENCE;
  const inputs = fileInputs(best, all);
  const learned = weights.reduce((total, weight, at) => total + weight * (inputs[at] ?? 0), start);
  const sum = best.isChanged ? learned + CHANGED_ODDS : learned;
  return Math.round(100 / (1 + Math.exp(-sum))) / 100;
}

export function isShown({ isNamed }: Pick<FileCandidate, 'isNamed'>, confidence: number): boolean {
  return isNamed || confidence >= LEAST;
}

/** The numbers that the confidence in a file is learned from: its share among all files, and its own inputs. */
export function fileInputs(
  best: Pick<FileCandidate, 'inputs'> & { readonly score: number },
  all: readonly { readonly score: number }[],
): number[] {
  const sum = all.reduce((total, { score }) => total + Math.exp(score - best.score), 0);
  return [logOdds(1 / sum), ...best.inputs];
}
