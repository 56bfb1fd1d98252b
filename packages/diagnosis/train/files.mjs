/** Learns which file a fix for the build changes, and how certain that is, in the same way as for lines. */
import { fileCandidates } from '../dist/file-features.js';
import { fileInputs, isShown } from '../dist/file-rank.js';
import { subjectTest } from '../dist/subject.js';
import { featuresOf } from './examples.mjs';
import { heldOutCurve, rankHeldOut } from './held-out.mjs';
import { isRepaired, isRightFile, namesFiles } from './records.mjs';

/** The files that each log's likeliest line points to, and the names of their features. */
export function fileExamples(answers) {
  const numbers = new Map();
  const labelled = [...answers].filter(([{ record }]) => namesFiles(record));
  const examples = labelled.map(([example, ranked]) => ({
    ...example,
    isLabelled: true,
    candidates:
      ranked.length === 0
        ? []
        : fileCandidates(ranked, example.lines, subjectTest(ranked, example.lines)).map((candidate, number) => ({
            ...candidate,
            ...featuresOf(candidate.describe, numbers),
            number,
            isRight: isRightFile(example.record, candidate.place.file),
          })),
  }));
  return { examples, names: [...numbers.keys()] };
}

/** One row per log that points to a file: the numbers behind the confidence, and whether the file was right. */
export function fileRows({ examples, names }, parts) {
  return [...rankHeldOut(examples, names, parts)].flatMap(([example, files]) => {
    const [best] = files;
    if (!best) return [];
    return [{ example, best, inputs: [1, ...fileInputs(best, files)], isRight: best.isRight ? 1 : 0 }];
  });
}

/** The rows, with the confidence learned without their repository. */
export function heldOutFiles(files, parts) {
  return heldOutCurve(fileRows(files, parts), parts);
}

/** How often the file was one that the fix changed: at a given coverage, among the files shown, and by confidence. */
export function fileReport({ examples }, heldOut, split) {
  const isCounted = ({ record }) => isRepaired(record) && (split === null || record.split === split);
  const logs = examples.filter(isCounted);
  const rows = heldOut.filter(({ example }) => isCounted(example)).toSorted((a, b) => b.learned - a.learned);
  const shown = rows.filter(({ best, learned }) => isShown(best, learned));
  const rateOf = (list) =>
    list.length === 0 ? 0 : list.filter(({ isRight }) => isRight === 1).length / list.length;
  return {
    logs: logs.length,
    repositories: new Set(logs.map(({ repository }) => repository)).size,
    at: (coverage) => rateOf(rows.slice(0, Math.round(coverage * logs.length))),
    full: rateOf(rows),
    fullCoverage: rows.length / logs.length,
    shown: rateOf(shown),
    coverage: shown.length / logs.length,
    bands: [0.8, 0.7, 0.6, 0.5, 0].map((least, at, all) => {
      const band = rows.filter(({ learned }) => learned >= least && learned < (all[at - 1] ?? 2));
      return { least, right: rateOf(band), count: band.length };
    }),
  };
}
