import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureProgram } from './programs.js';

const run = promisify(execFile);

/** The environment of a process whose clock is ahead of the machine's. */
export async function clockAhead(seconds: number): Promise<Record<string, string>> {
  const env = { PATH: '/usr/bin:/bin' };
  const { stdout } = await run(await ensureProgram('faketime', env), ['-f', '+0', '/usr/bin/env'], { env });
  const library = /^LD_PRELOAD=(.+)$/m.exec(stdout)?.[1];
  if (library === undefined) throw new Error('faketime names no library');
  return { LD_PRELOAD: library, FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s` };
}
