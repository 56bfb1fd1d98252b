import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from '@jest/globals';
import { checkout } from '../../architecture/tool.js';

/** The folder of the senders. */
export const senders = join(checkout, 'infra', 'senders');

/** Long enough for a service on a busy machine. */
export const PATIENT = { SLIPWAY_TIMEOUT: '60' };

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly folder?: string;
}

/** A machine on which senders run, with its own folder, and programs that precede the real ones on the PATH. */
export async function newMachine() {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-senders-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const path = `${folder}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;
  return {
    folder,
    /** Puts a program on the PATH. */
    async install(name: string, script: string): Promise<void> {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, name), 0o755);
    },
    run: (command: string, args: readonly string[], { env = {}, input = '', folder: cwd = folder }: RunOptions) =>
      new Promise<Ran>((resolve, reject) => {
        const child = spawn(command, args, { cwd, env: { PATH: path, HOME: folder, ...PATIENT, ...env } });
        const output = { stdout: '', stderr: '' };
        child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
          output.stdout += chunk;
        });
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          output.stderr += chunk;
        });
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, ...output }));
        // A program may end without reading its input.
        child.stdin.on('error', () => undefined);
        child.stdin.end(input);
      }),
  };
}
