/**
 * What the features mean. The table of features records it, so that a test notices when the engine no longer describes
 * lines and files as it did when the table was written.
 */
import { families } from '../dist/registry.js';
import { probe } from './probe.mjs';
import { RANKER } from './ranker.mjs';
import { readDefinitions } from './table.mjs';

/** Which forms and categories occur depends on the logs. Every other feature occurs in a probe. */
const dependsOnLogs = (name) => /^(?:form|category):/.test(name);

/**
 * The definitions of all features of lines and files, with the forms and categories among the given names. That of a
 * form is its weight and category, that of any other feature a digest of its values in the probes. A category needs none.
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

/** What the table of features no longer agrees with: features, inputs of a curve, and settings. */
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
