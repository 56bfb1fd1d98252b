/** Answers for every log, with weights learned without its repository. */
import { messageFirst } from '../dist/message-line.js';
import { curveAt, learnCurve } from './curve.mjs';
import { exp } from './exp.mjs';
import { learn } from './ranker.mjs';

/** Ranks the lines of every log with weights learned without its repository. */
export function rankLinesHeldOut(examples, names, parts) {
  return rankLines(examples, weightsHeldOut(examples, names, parts));
}

/** Ranks the lines of every log with the weights that `weightsOf` returns for it. */
export function rankLines(examples, weightsOf) {
  return new Map(
    examples.map((example) => [example, messageFirst(rank(example, weightsOf(example)), example.lines)]),
  );
}

/** Ranks the candidates of every example with weights learned without its repository. */
export function rankHeldOut(examples, names, parts) {
  const weightsOf = weightsHeldOut(examples, names, parts);
  return new Map(examples.map((example) => [example, rank(example, weightsOf(example))]));
}

/**
 * Returns the weights for an example, learned from the labeled examples without those of its repository. Repositories
 * are left out in this many parts.
 */
export function weightsHeldOut(examples, names, parts) {
  const labelled = examples.filter(({ isLabelled }) => isLabelled);
  const repositories = [...new Set(labelled.map(({ repository }) => repository))].sort();
  const partOf = new Map(
    repositories.map((repository, at) => [repository, at % Math.min(parts, repositories.length)]),
  );
  const learned = new Map();
  return ({ repository }) => {
    const part = partOf.get(repository);
    if (!learned.has(part)) {
      const used = labelled.filter((example) => partOf.get(example.repository) !== part);
      learned.set(part, learn(used, names));
    }
    return learned.get(part);
  };
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
