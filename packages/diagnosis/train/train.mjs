/** `npm run diagnose:train -- [FOLDER]` learns the weights from all labelled logs and writes src/weights.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { confidenceRows, learnConfidence } from './calibration.mjs';
import { examplesOf } from './examples.mjs';
import { fileExamples, fileRows } from './files.mjs';
import { learn, rankLinesHeldOut } from './ranker.mjs';
import { dataFolder, readRecords } from './records.mjs';

const LEAST = 0.01;
const WIDTH = 112;
const PARTS = 12;

const root = join(import.meta.dirname, '..', '..', '..');
const { examples, names } = examplesOf(readRecords(dataFolder(process.argv[2], root)));
const weights = learn(examples, names);
const answers = rankLinesHeldOut(examples, names, PARTS);
const confidence = learnConfidence(confidenceRows(answers));
const files = fileExamples(answers);
const fileWeights = learn(files.examples, files.names);
const fileConfidence = learnConfidence(fileRows(files, PARTS));

function entriesOf(names, weights) {
  return names
    .map((name, at) => ({ name, weight: weights[at] }))
    .filter(({ weight }) => Math.abs(weight) >= LEAST)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, weight }) => `${name}=${weight.toFixed(2)}`);
}

function tableOf(entries) {
  const rows = [''];
  for (const entry of entries) {
    if (rows.at(-1).length + entry.length + 1 > WIDTH) rows.push(entry);
    else rows.push(`${rows.pop()} ${entry}`.trimStart());
  }
  return rows.join('\n');
}

const listOf = (numbers) => numbers.map((number) => Number(number.toFixed(3))).join(', ');

const text = `// Learned by \`npm run diagnose:train\`. Do not edit.
function weightsIn(table: string): ReadonlyMap<string, number> {
  return new Map(
    table
      .trim()
      .split(/\\s+/)
      .map((entry): [string, number] => {
        const at = entry.lastIndexOf('=');
        return [entry.slice(0, at), Number(entry.slice(at + 1))];
      }),
  );
}

/** What each feature of a line adds to its score. */
export const WEIGHTS = weightsIn(\`
${tableOf(entriesOf(names, weights))}
\`);

/** The weights of the numbers that confidence is made from; the first one is added as it is. */
export const CONFIDENCE: readonly number[] = [${listOf(confidence)}];

/** What each feature of a file adds to its score. */
export const FILE_WEIGHTS = weightsIn(\`
${tableOf(entriesOf(files.names, fileWeights))}
\`);

/** The weights of the numbers that the confidence in a file is made from; the first one is added as it is. */
export const FILE_CONFIDENCE: readonly number[] = [${listOf(fileConfidence)}];
`;
writeFileSync(join(root, 'packages', 'diagnosis', 'src', 'weights.ts'), text);
process.stdout.write(
  `${examples.length} logs, ${names.length} features of lines, ${files.names.length} of files\n`,
);
