/** Learns all weights and curves from the feature table. */
import { learnCurve } from './curve.mjs';
import { learn } from './ranker.mjs';
import { readTable } from './table.mjs';

/** Weights smaller than this are left out. */
const LEAST = 0.01;
const WIDTH = 112;
const LONGEST_LIST = 60;
const FORM = 'form:';

export function weightsSource() {
  const { lines, files, lineRows, fileRows } = readTable();
  return `// Learned by \`npm run diagnose:train\`. Do not edit.
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
${tableOf(entriesOf(lines))}
\`);

/** In how many of the projects that the weights were learned from each form occurs. */
export const SUPPORT = weightsIn(\`
${tableOf(supportOf(lines))}
\`);

/** The weights of the numbers that confidence is made from; the first one is added as it is. */
export const CONFIDENCE: readonly number[] = ${listOf(learnCurve(lineRows))};

/** What each feature of a file adds to its score. */
export const FILE_WEIGHTS = weightsIn(\`
${tableOf(entriesOf(files))}
\`);

/** The weights of the numbers that the confidence in a file is made from; the first one is added as it is. */
export const FILE_CONFIDENCE: readonly number[] = ${listOf(learnCurve(fileRows))};
`;
}

function entriesOf({ examples, names }) {
  const weights = learn(examples, names);
  return names
    .map((name, at) => ({ name, weight: weights[at] }))
    .filter(({ weight }) => Math.abs(weight) >= LEAST)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, weight }) => `${name}=${weight.toFixed(2)}`);
}

function supportOf({ examples, names }) {
  const repositories = new Map();
  for (const { repository, candidates } of examples) {
    for (const name of new Set(candidates.flatMap(({ at }) => at.map((number) => names[number])))) {
      if (name.startsWith(FORM)) repositories.set(name, (repositories.get(name) ?? new Set()).add(repository));
    }
  }
  return [...repositories]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { size }]) => `${name.slice(FORM.length)}=${size}`);
}

function tableOf(entries) {
  const rows = [''];
  for (const entry of entries) {
    if (rows.at(-1).length + entry.length + 1 > WIDTH) rows.push(entry);
    else rows.push(`${rows.pop()} ${entry}`.trimStart());
  }
  return rows.join('\n');
}

/** In the layout of the formatter, which puts a list that is too long for its line on a line of its own. */
function listOf(numbers) {
  const list = numbers.map((number) => Number(number.toFixed(3))).join(', ');
  return list.length > LONGEST_LIST ? `[\n  ${list},\n]` : `[${list}]`;
}
