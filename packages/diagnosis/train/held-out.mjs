/** Answers for every log, with weights learned without its repository. */
import { messageFirst } from '../dist/message-line.js';
import { curveAt, learnCurve } from './curve.mjs';
import { exp } from './exp.mjs';
import { learn } from './ranker.mjs';

/** Ranks the lines of every log with weights learned without its repository. */
export function rankLinesHeldOut(examples, names, parts) {
  const answers = rankHeldOut(examples, names, parts);
  return new Map([...answers].map(([example, lines]) => [example, messageFirst(lines, example.lines)]));
}

/**
 * Ranks the candidates of every example with weights learned without its repository. Examples without labels teach
 * nothing.
 */
export function rankHeldOut(examples, names, parts) {
  const labelled = examples.filter(({ isLabelled }) => isLabelled);
  const repositories = [...new Set(labelled.map(({ repository }) => repository))].sort();
  const partOf = new Map(
    repositories.map((repository, at) => [repository, at % Math.min(parts, repositories.length)]),
  );
  const answers = new Map();
  for (const part of new Set(examples.map(({ repository }) => partOf.get(repository)))) {
    const isHeldOut = ({ repository }) => partOf.get(repository) === part;
    const weights = learn(
      labelled.filter((example) => !isHeldOut(example)),
      names,
    );
    for (const example of examples.filter(isHeldOut)) answers.set(example, rank(example, weights));
  }
  return answers;
}

/** The candidates with their score and share, likeliest first. */
function rank({ candidates }, weights) {
  const scored = candidates.map((candidate) => ({ ...candidate, score: scoreOf(candidate, weights) }));
  scored.sort((a, b) => b.score - a.score || a.number - b.number);
  const top = scored[0]?.score ?? 0;
  const sum = scored.reduce((total, { score }) => total + exp(score - top), 0);
  return scored.map((candidate) => ({ ...candidate, share: exp(candidate.score - top) / sum }));
}

function scoreOf({ at, values }, weights) {
  let score = 0;
  for (let index = 0; index < at.length; index += 1) score += weights[at[index]] * values[index];
  return score;
}

/** The rows with a curve's value for each, where the curve was learned without the row's repository. */
export function heldOutCurve(rows, parts) {
  const repositories = [...new Set(rows.map(({ example }) => example.repository))].sort();
  const partOf = new Map(repositories.map((repository, at) => [repository, at % parts]));
  return [...new Set(partOf.values())].flatMap((part) => {
    const isHeldOut = ({ example }) => partOf.get(example.repository) === part;
    const weights = learnCurve(rows.filter((row) => !isHeldOut(row)));
    return rows.filter(isHeldOut).map((row) => ({ ...row, learned: curveAt(row.inputs, weights) }));
  });
}
