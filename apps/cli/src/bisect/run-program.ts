import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import type { CommandContext } from '../context.js';
import type { ProgramEnd } from './judge-end.js';

export interface Program {
  /** A program, or with `isShell` a line for the shell. */
  readonly file: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly isShell?: boolean;
}

export interface ProgramOutput extends ProgramEnd {
  readonly stdout: string;
  readonly stderr: string;
}

const STANDARD_ERROR = 2;
/** The end of a program's messages is enough to explain a failure. */
const MAX_KEPT = 64 * 1024;

/**
 * Runs a program with the input and output of this process, so that it behaves as if a person had started it. JSON gets
 * standard output for itself.
 */
export async function runVisibly(context: CommandContext, program: Program): Promise<ProgramEnd> {
  // Nothing would tell a program that starts after Ctrl-C to end.
  if (context.signal.aborted) return { code: null, signal: 'SIGINT' };
  const stdout = context.output.json === null ? 'inherit' : STANDARD_ERROR;
  const child = start(context, program, { stdio: ['inherit', stdout, 'inherit'] });
  // The terminal sends Ctrl-C to every program that it runs. Elsewhere, only this process gets the signal.
  const interrupt = () => void (context.stdin.isTerminal || child.kill('SIGTERM'));
  context.signal.addEventListener('abort', interrupt, { once: true });
  return endOf(child).finally(() => context.signal.removeEventListener('abort', interrupt));
}

/** Runs a program without showing what it writes, and returns the end of that. */
export async function readProgram(
  context: CommandContext,
  program: Program,
  onOutput: (chunk: string) => void = () => undefined,
): Promise<ProgramOutput> {
  const child = start(context, program, { stdio: ['ignore', 'pipe', 'pipe'] });
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      written[name] = (written[name] + chunk).slice(-MAX_KEPT);
      if (name === 'stdout') onOutput(chunk);
    });
  const { code, signal } = await endOf(child);
  return { code, signal, ...written };
}

function start(
  { env, folder }: CommandContext,
  { file, args = [], env: more, isShell = false }: Program,
  options: SpawnOptions,
): ChildProcess {
  return spawn(file, args, { ...options, cwd: folder, env: { ...env, ...more }, shell: isShell });
}

/** Rejects if the program cannot be started. */
function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
}
