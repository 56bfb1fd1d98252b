import { type Environment, ensureProgram } from './system-program.js';

const chromium = {
  label: 'Chromium',
  // The first has no windows, and uses three quarters of the CPU time of the second.
  commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  apt: 'chromium-headless-shell',
  service: 'chromium',
  package: 'chromium',
  alternative: 'set CHROMIUM_PATH',
};

/** The path of Chromium; installs it if needed. */
export async function ensureChromium(env: Environment): Promise<string> {
  return env.CHROMIUM_PATH ?? (await ensureProgram(chromium, env, () => undefined));
}
