/** `npm run diagnose:train -- [FOLDER]` learns the weights from all labelled logs and writes src/weights.ts. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { confidenceRows, learnConfidence } from './calibration.mjs';
import { examplesOf } from './examples.mjs';
import { learn, rankHeldOut } from './ranker.mjs';
import { dataFolder, readRecords } from './records.mjs';

const LEAST = 0.01;
const WIDTH = 112;
const PARTS = 12;

const root = join(import.meta.dirname, '..', '..', '..');
const { examples, names } = examplesOf(readRecords(dataFolder(process.argv[2], root)));
const weights = learn(examples, names);
const confidence = learnConfidence(confidenceRows(rankHeldOut(examples, names, PARTS)));

function tableOf() {
  const entries = names
    .map((name, at) => ({ name, weight: weights[at] }))
    .filter(({ weight }) => Math.abs(weight) >= LEAST)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, weight }) => `${name}=${weight.toFixed(2)}`);
  const rows = [''];
  for (const entry of entries) {
    if (rows.at(-1).length + entry.length + 1 > WIDTH) rows.push(entry);
    else rows.push(`${rows.pop()} ${entry}`.trimStart());
  }
  return rows.join('\n');
}

const text = `// Learned by \`npm run diagnose:train\`. Do not edit.
const TABLE = \`
${tableOf()}
\`;

/** What each feature of a candidate adds to its score. */
export const WEIGHTS: ReadonlyMap<string, number> = new Map(
  TABLE.trim()
    .split(/\\s+/)
    .map((entry): [string, number] => {
      const at = entry.lastIndexOf('=');
      return [entry.slice(0, at), Number(entry.slice(at + 1))];
    }),
);

/** The weights of the numbers that confidence is made from; the first one is added as it is. */
export const CONFIDENCE: readonly number[] = [${confidence.map((weight) => weight.toFixed(3)).join(', ')}];
`;
writeFileSync(join(root, 'packages', 'diagnosis', 'src', 'weights.ts'), text);
process.stdout.write(`${examples.length} logs, ${names.length} features\n`);
