import { type Environment, ensureProgram } from './system-program.js';

const mono = {
  label: 'The C# compiler of Mono',
  commands: ['mcs'],
  apt: 'mono-mcs',
  service: 'mono',
  package: 'mono',
};

/** Finds the C# compiler of Mono, or installs it together with the program that runs what it compiles. */
export function ensureMono(env: Environment): Promise<string> {
  return ensureProgram(mono, env, () => undefined);
}
