import { type Environment, ensureProgram } from './system-program.js';

const promtool = {
  label: 'promtool',
  commands: ['promtool'],
  apt: 'prometheus',
  service: 'prometheus',
  package: 'prometheus',
};

/** Finds the tool that checks Prometheus rules, or installs it. */
export function ensurePromtool(env: Environment): Promise<string> {
  return ensureProgram(promtool, env, () => undefined);
}
