/** Turns labeled logs into numbers: each log's candidates and their features. */
import { buildBaseline } from '../dist/baseline.js';
import { contextOf } from '../dist/candidate-context.js';
import { examine } from '../dist/diagnose.js';
import { describeCandidate } from '../dist/features.js';
import { maskLine } from '../dist/lines.js';
import { createPasts, taughtWith } from './pasts.mjs';
import { halfOf, isLabelled, isRight, namesFiles, repositoryOf } from './records.mjs';

/** Sources with few logs and few candidates per repository count more. Set by hand. */
const WEIGHT_OF_SOURCE = new Map([
  ['infra', 2],
  ['logdx', 2],
]);

const hasLabel = (record) => isLabelled(record) || namesFiles(record);

/**
 * The examples of all logs with labeled lines or files, or of those chosen, and the names of the features. `pastOf` says
 * with which past of its job each log is read.
 */
export function examplesOf(records, { isChosen = hasLabel, pastOf = taughtWith, numbers = new Map() } = {}) {
  const knownOf = createPasts(records);
  const examples = records
    .filter(isChosen)
    .map((record) => exampleOf(record, knownOf(record, pastOf(record)), numbers));
  return { examples, names: [...numbers.keys()], numbers };
}

function exampleOf(record, job, numbers) {
  const { log, baseline, source, split, id } = record;
  const { candidates, setting } = examine(log, { ...job, baseline: baseline ? buildBaseline(baseline) : null });
  const context = contextOf(candidates, setting);
  return {
    id,
    source,
    split,
    record,
    isLabelled: isLabelled(record),
    repository: repositoryOf(record),
    half: halfOf(record),
    weight: WEIGHT_OF_SOURCE.get(source) ?? 1,
    outcome: setting.outcome,
    lines: setting.lines,
    candidates: candidates.map((candidate) => {
      const line = setting.lines[candidate.index];
      return {
        ...featuresOf((add) => describeCandidate(candidate, context, add), numbers),
        isRight: isRight(record, line.number),
        number: line.number,
        text: line.text,
        masked: maskLine(line.text),
        ...candidate,
      };
    }),
  };
}

/** The features that `describe` adds, by number; a new name gets the next number. */
export function featuresOf(describe, numbers) {
  const at = [];
  const values = [];
  describe((name, value) => {
    if (value === 0) return;
    if (!numbers.has(name)) numbers.set(name, numbers.size);
    at.push(numbers.get(name));
    values.push(value);
  });
  return { at: Int32Array.from(at), values: Float64Array.from(values) };
}
