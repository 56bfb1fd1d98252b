import { logOdds } from './confidence.js';
import { type FileCandidate, fileCandidates } from './file-features.js';
import type { LogLine } from './normalize.js';
import type { Ranked } from './rank.js';
import { FILE_CONFIDENCE, FILE_WEIGHTS } from './weights.js';

/** The file to look at. */
export interface NamedFile {
  readonly file: string | null;
  readonly fileLine: number | null;
  /** The share of files like this one that the repair of the build changes, from 0 to 1; 0 without a file. */
  readonly fileConfidence: number;
}

/** A file that the likeliest line does not name is shown only if more than half of such files are right. */
const LEAST = 0.6;
const NO_FILE: NamedFile = { file: null, fileLine: null, fileConfidence: 0 };

/** The file that the repair of the build is likeliest to change, among those that the finding leads to. */
export function fileOf(
  ranked: readonly [Ranked, ...Ranked[]],
  lines: readonly LogLine[],
  test: string | null,
): NamedFile {
  const scored = fileCandidates(ranked, lines, test).map((candidate) => {
    let score = 0;
    candidate.describe((name, value) => {
      score += (FILE_WEIGHTS.get(name) ?? 0) * value;
    });
    return { ...candidate, score };
  });
  // Sorting is stable, so that of equal files the first one mentioned wins.
  scored.sort((a, b) => b.score - a.score);
  const [best] = scored;
  if (!best) return NO_FILE;
  const [start = 0, ...weights] = FILE_CONFIDENCE;
  const inputs = fileInputs(best, scored);
  const sum = weights.reduce((total, weight, at) => total + weight * (inputs[at] ?? 0), start);
  const fileConfidence = Math.round(100 / (1 + Math.exp(-sum))) / 100;
  if (!isShown(best, fileConfidence)) return NO_FILE;
  return { file: best.place.file, fileLine: best.place.line, fileConfidence };
}

/** Whether a file is shown. */
export function isShown({ isNamed }: Pick<FileCandidate, 'isNamed'>, confidence: number): boolean {
  return isNamed || confidence >= LEAST;
}

/** The numbers that the confidence in a file is learned from: its share among all files, and its own. */
export function fileInputs(
  best: Pick<FileCandidate, 'inputs'> & { readonly score: number },
  all: readonly { readonly score: number }[],
): number[] {
  const sum = all.reduce((total, { score }) => total + Math.exp(score - best.score), 0);
  return [logOdds(1 / sum), ...best.inputs];
}
