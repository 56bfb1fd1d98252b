/** Answers about the logs of a source, the collection they come from, with weights and a curve learned without it. */

import { boundedConfidence } from '../dist/confidence.js';
import { confidenceRows } from './calibration.mjs';
import { curveAt, learnCurve } from './curve.mjs';
import { rankLines } from './held-out.mjs';
import { learn } from './ranker.mjs';

export function sourcesOf(examples) {
  const labelled = examples.filter(({ isLabelled }) => isLabelled);
  return [...new Set(labelled.map(({ source }) => source))].sort();
}

/** Ranks the logs of each source with weights learned without it, and without the `other` source. One row per log. */
export function rowsHeldOutBySource(examples, names, other = null) {
  const rest = examples.filter(({ source }) => source !== other);
  return sourcesOf(rest).flatMap((source) => {
    const learned = learnWithout(rest, names, source);
    return rowsWith(
      learned,
      rest.filter((example) => example.source === source),
    );
  });
}

/** What is learned without a source: the weights of lines, how many projects know a form, and the curve. */
export function learnModels(examples, names) {
  const learnModel = (source) => ({
    ...learnWithout(examples, names, source),
    curve: learnCurve(rowsHeldOutBySource(examples, names, source)),
  });
  return new Map(sourcesOf(examples).map((source) => [source, learnModel(source)]));
}

/** The findings about all logs, each by the model that does not know its source. */
export function findingsHeldOut(models, examples) {
  return examples.flatMap((example) => {
    const model = models.get(example.source);
    const answers = answersWith(model, [example]);
    const [row] = confidenceRows(answers, model.supportOf);
    if (row === undefined) return [{ example, ranked: [], confidence: 0, isRight: 0 }];
    const confidence = boundedConfidence(curveAt(row.inputs, model.curve), row.limit);
    return [{ ...row, ranked: answers.get(example), confidence }];
  });
}

function learnWithout(examples, names, without) {
  const used = examples.filter(({ source, isLabelled }) => isLabelled && source !== without);
  return { weights: learn(used, names), supportOf: supportIn(used) };
}

const answersWith = ({ weights }, examples) => rankLines(examples, () => weights);

const rowsWith = (learned, examples) => confidenceRows(answersWith(learned, examples), learned.supportOf);

/** In how many repositories each form occurs. */
function supportIn(examples) {
  const repositories = new Map();
  for (const { repository, candidates } of examples) {
    for (const { hits } of candidates) {
      const { id } = hits[0].matcher;
      repositories.set(id, (repositories.get(id) ?? new Set()).add(repository));
    }
  }
  return (form) => repositories.get(form)?.size ?? 0;
}
