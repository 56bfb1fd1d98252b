import { type Environment, ensureBinary } from './system-binary.js';

const PROMTOOL = {
  label: 'promtool',
  names: ['promtool'],
  debianPackage: 'prometheus',
  brewFormula: 'prometheus',
  advice: 'Install prometheus, whose package contains promtool.',
};

/** Finds the tool that checks rules of Prometheus, or installs it. */
export function ensurePromtool(env: Environment): Promise<string> {
  return ensureBinary(PROMTOOL, env, () => undefined);
}
