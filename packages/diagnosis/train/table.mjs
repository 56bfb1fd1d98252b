/**
 * The feature table: the labeled logs reduced to numbers, in the folder `table`.
 * - `definitions.json`: the names of the features, in the order of their numbers, and what they mean
 * - `logs.csv`: the repository of each log, as a number, and how much the log counts
 * - `lines.txt`, `files.txt`: each log's candidates in SVMlight format, `LABEL qid:LOG FEATURE:VALUE …`
 * - `line-confidence.csv`, `file-confidence.csv`: for each log, the numbers that the confidence in its first candidate
 *   is computed from, and whether that candidate is right
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstructive } from './ranker.mjs';

const FOLDER = join(import.meta.dirname, 'table');
const DECIMALS = 5;

const read = (name) => readFileSync(join(FOLDER, name), 'utf8');
const rowsOf = (name) => read(name).trimEnd().split('\n');
const numbersOf = (row) => row.split(',').map(Number);
const printed = (value) => String(Number(value.toFixed(DECIMALS)));

/** What the features meant when the table was written. */
export function readDefinitions() {
  return JSON.parse(read('definitions.json'));
}

/** The table in the form that `learn` and `learnCurve` take. */
export function readTable() {
  const { lineFeatures, fileFeatures } = readDefinitions();
  const logs = new Map(
    rowsOf('logs.csv')
      .slice(1)
      .map(numbersOf)
      .map(([log, repository, weight]) => [log, { repository, weight }]),
  );
  return {
    lines: { names: Object.keys(lineFeatures), examples: readExamples('lines.txt', logs) },
    files: { names: Object.keys(fileFeatures), examples: readExamples('files.txt', logs) },
    lineRows: readInputs('line-confidence.csv'),
    fileRows: readInputs('file-confidence.csv'),
  };
}

function readExamples(name, logs) {
  const examples = new Map();
  for (const row of rowsOf(name)) {
    const [label, query, ...entries] = row.split(' ');
    const log = Number(query.slice('qid:'.length));
    const example = examples.get(log) ?? { ...logs.get(log), candidates: [] };
    examples.set(log, example);
    const features = entries.map((entry) => entry.split(':'));
    example.candidates.push({
      isRight: label === '1',
      at: features.map(([number]) => Number(number) - 1),
      values: features.map(([, value]) => Number(value)),
    });
  }
  return [...examples.values()];
}

function readInputs(name) {
  const rows = rowsOf(name).slice(1).map(numbersOf);
  return rows.map(([, isRight, ...inputs]) => ({ isRight, inputs: [1, ...inputs] }));
}

/** Writes the feature table. Logs and repositories are numbered in order of appearance. */
export function writeTable({ lines, files, lineRows, fileRows }, definitions) {
  const logs = new Map();
  const repositories = new Map();
  const numberOf = ({ id, repository, weight }) => {
    if (!repositories.has(repository)) repositories.set(repository, repositories.size + 1);
    if (!logs.has(id)) logs.set(id, [logs.size + 1, repositories.get(repository), weight]);
    return logs.get(id)[0];
  };
  const { lineFeatures, fileFeatures, lineInputs, fileInputs } = definitions;
  const contents = {
    'definitions.json': JSON.stringify(definitions, null, 2),
    'lines.txt': printExamples(lines, Object.keys(lineFeatures), numberOf),
    'files.txt': printExamples(files, Object.keys(fileFeatures), numberOf),
    'line-confidence.csv': printInputs(lineRows, Object.keys(lineInputs), numberOf),
    'file-confidence.csv': printInputs(fileRows, Object.keys(fileInputs), numberOf),
    'logs.csv': ['log,repository,weight', ...logs.values()].join('\n'),
  };
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(FOLDER, name), `${text}\n`);
}

function printExamples({ examples, names }, kept, numberOf) {
  const numbers = new Map(kept.map((name, at) => [names.indexOf(name), at + 1]));
  const rows = examples.filter(isInstructive).flatMap((example) => {
    const log = numberOf(example);
    return example.candidates.map(({ at, values, isRight }) => {
      const entries = Array.from(at, (number, index) => [numbers.get(number), printed(values[index])])
        .filter(([, value]) => value !== '0')
        .toSorted(([a], [b]) => a - b);
      return [isRight ? 1 : 0, `qid:${log}`, ...entries.map((entry) => entry.join(':'))].join(' ');
    });
  });
  return rows.join('\n');
}

function printInputs(rows, names, numberOf) {
  const printRow = ({ example, inputs, isRight }) => [numberOf(example), isRight, ...inputs.slice(1).map(printed)];
  return [['log', 'is_right', ...names], ...rows.map(printRow)].join('\n');
}
