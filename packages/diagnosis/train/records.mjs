/**
 * Reads labeled logs: one JSON object per line with `log`, `baseline`, `cluster` (the repository) and `truth`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILES = ['dev.ndjson.gz', 'more.ndjson.gz'];

/** The folder given on the command line, otherwise the one next to the checkout. */
export function dataFolder(given, root) {
  const folder = resolve(given ?? join(root, '..', 'shared', 'data', 'failure-logs'));
  if (!FILES.every((name) => existsSync(join(folder, name)))) {
    throw new Error(`${folder} does not contain ${FILES.join(' and ')}; give the folder as the argument`);
  }
  return folder;
}

export function readRecords(folder) {
  return FILES.flatMap((name) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
}

/** Whether the log has labeled lines, or had them before it was cut. */
export function isLabelled({ truth }) {
  return !truth.passing && Array.isArray(truth.key_lines) && (truth.key_lines.length > 0 || truth.lost_by_cut);
}

const within = (ranges, number) => ranges.some(([first, last]) => number >= first && number <= last);

export function isRight({ truth }, number) {
  return within(truth.key_lines ?? [], number) || within(truth.also_lines ?? [], number);
}

/** Whether files are labeled: those that the fix changed, or those that a tool reported. */
export function namesFiles(record) {
  const { fix_files: repaired, issues } = record.truth;
  return repaired?.length > 0 || (issues?.length > 0 && isLabelled(record));
}

/** Whether the log is labeled with the files that the fix for the build changed. */
export function isRepaired({ truth }) {
  return truth.fix_files?.length > 0;
}

export function isRightFile({ truth }, file) {
  const wanted = truth.fix_files?.length > 0 ? truth.fix_files : truth.issues.map((issue) => issue.file);
  return wanted.some((other) => isSamePath(plainPath(file), plainPath(other)));
}

const plainPath = (file) =>
  `/${file
    .trim()
    .replaceAll('\\', '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^(?:\.{0,2}\/)+/, '')
    .toLowerCase()}`;

const isSamePath = (a, b) => a.length > 1 && b.length > 1 && (a.endsWith(b) || b.endsWith(a));

/** The repository of a log. A log without one counts as its own repository. */
export function repositoryOf({ cluster, id }) {
  return cluster ?? id;
}

/** Assigns each repository to one of two halves, always the same one. */
export function halfOf(record) {
  let hash = 0;
  for (const character of repositoryOf(record)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return (hash >> 4) % 2 === 0 ? 'A' : 'B';
}
