import { spawn } from 'node:child_process';

export type Environment = Record<string, string | undefined>;

/** A program that the system's package manager can install. */
export interface SystemProgram {
  readonly label: string;
  /** Alternative commands, any of which is sufficient. */
  readonly commands: readonly string[];
  /** The package name in Debian and Ubuntu. */
  readonly apt: string;
  /** The service that the package would start; by default it has the package's name. */
  readonly service?: string;
  /** The package name elsewhere. */
  readonly package: string;
  /** What to do instead of installing it. */
  readonly alternative?: string;
}

export interface Installing {
  readonly program: SystemProgram;
  readonly env: Environment;
  readonly log: (line: string) => void;
}

/** Runs an installer and reports its latest line as progress. Rejects with the last line if it fails. */
export function runInstaller(command: string, args: readonly string[], installing: Installing): Promise<void> {
  const { program, env, log } = installing;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output = (output + chunk).slice(-4000);
        const line = chunk.trim().split('\n').at(-1)?.trim();
        if (line) log(`installing ${program.label}: ${line.slice(0, 100)}`);
      });
    }
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(output.trim().split('\n').at(-1)));
    });
  });
}
