/**
 * Reads labelled logs: one JSON object per line with `log`, `baseline`, `cluster` (the repository) and `truth`. Only
 * logs with labelled lines, and passing logs, are returned.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const FILES = ['dev.ndjson.gz', 'more.ndjson.gz'];

/** The folder given on the command line, else the one next to the checkout. */
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

/** Whether the log has labelled lines, or had them before it was cut. */
export function isLabelled({ truth }) {
  return !truth.passing && Array.isArray(truth.key_lines) && (truth.key_lines.length > 0 || truth.lost_by_cut);
}

const within = (ranges, number) => ranges.some(([first, last]) => number >= first && number <= last);

export function isRight({ truth }, number) {
  return within(truth.key_lines, number) || within(truth.also_lines ?? [], number);
}

/** The repository of a log; logs without one count as their own. */
export function repositoryOf({ cluster, id }) {
  return cluster ?? id;
}

/** One of two halves of the repositories, always the same one. */
export function halfOf(record) {
  let hash = 0;
  for (const character of repositoryOf(record)) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return (hash >> 4) % 2 === 0 ? 'A' : 'B';
}
