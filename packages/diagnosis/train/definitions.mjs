/**
 * What the features mean. The feature table records this, so that a test notices if the engine describes lines and
 * files differently from when the table was written.
 */
import { families } from '../dist/registry.js';
import { probe } from './probe.mjs';
import { RANKER } from './ranker.mjs';
import { readDefinitions } from './table.mjs';

/** Which forms and categories occur depends on the logs. Every other feature occurs in a probe. */
const dependsOnLogs = (name) => /^(?:form|category):/.test(name);

/**
 * The definitions of all line and file features, with the forms and categories among the given names. A form is defined
 * by its weight and category, any other feature by a digest of its values in the probes. A category needs no
 * definition.
 */
export function definitionsOf(names) {
  const { lineFeatures, fileFeatures, lineInputs, fileInputs } = probe();
  const ofLogs = names.filter(dependsOnLogs).map((name) => [name, formOf(name)]);
  const others = [...lineFeatures].filter(([name]) => !dependsOnLogs(name));
  return {
    ranker: RANKER,
    lineFeatures: sortedObject([...ofLogs, ...others]),
    fileFeatures: sortedObject([...fileFeatures]),
    lineInputs: Object.fromEntries(lineInputs),
    fileInputs: Object.fromEntries(fileInputs),
  };
}

/** The features, curve inputs and settings that no longer match the feature table. */
export function staleDefinitions() {
  const recorded = readDefinitions();
  const current = definitionsOf(Object.keys(recorded.lineFeatures));
  return Object.keys(current).flatMap((section) => {
    const [before, now] = [recorded[section], current[section]];
    const names = Object.keys({ ...before, ...now }).filter((name) => before[name] !== now[name]);
    return names.map((name) => `${section}: ${name}`);
  });
}

const sortedObject = (entries) => Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));

function formOf(name) {
  const matchers = families.flatMap((family) => family.matchers);
  const matcher = matchers.find(({ id }) => name === `form:${id}`);
  return matcher ? `${matcher.weight} ${matcher.category}` : '';
}
