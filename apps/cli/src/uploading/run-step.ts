import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** As shells do. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;
const BY_SIGNAL = 128;

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How a step ended: its exit code as a shell reports it, and why it did not start, if it did not. */
export interface StepEnd {
  readonly exitCode: number;
  readonly problem?: string;
}

/**
 * Runs a command with the streams of this process. Its output passes unchanged, and `onOutput` gets a copy in the order in
 * which it arrives. Signals go to the command.
 */
export async function runStep(
  [command = '', ...args]: readonly string[],
  onOutput: (bytes: Buffer) => void,
): Promise<StepEnd> {
  const child = spawn(command, args, { stdio: ['inherit', 'pipe', 'pipe'] });
  const { stdout, stderr } = child;
  const release = forwardSignals(child);
  try {
    const ended = waitForEnd(child);
    copy(stdout, process.stdout, onOutput);
    copy(stderr, process.stderr, onOutput);
    return await ended;
  } finally {
    release();
  }
}

function waitForEnd(child: ChildProcess): Promise<StepEnd> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const exitCode = error.code === 'ENOENT' ? NOT_FOUND : NOT_EXECUTABLE;
      resolve({ exitCode, problem: `${child.spawnfile} cannot be run: ${error.code ?? error.message}` });
    });
    // After all of its output.
    child.once('close', (code, signal) => {
      resolve({ exitCode: code ?? BY_SIGNAL + (signal === null ? 0 : constants.signals[signal]) });
    });
  });
}

/** A slow reader of our output slows the command, as it would without us. */
function copy(from: Readable, to: Writable, onOutput: (bytes: Buffer) => void): void {
  from.on('data', (bytes: Buffer) => {
    onOutput(bytes);
    if (to.write(bytes)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

/** Ctrl-C in a terminal reaches the command too, so it is only waited for. */
function forwardSignals(child: ChildProcess): () => void {
  const isInTerminal = process.stdin.isTTY === true;
  const handlers = FORWARDED.map((signal) => {
    const earlier = process.listeners(signal);
    const handler = () => {
      if (signal !== 'SIGINT' || !isInTerminal) child.kill(signal);
    };
    process.removeAllListeners(signal);
    process.on(signal, handler);
    return () => {
      process.removeListener(signal, handler);
      for (const listener of earlier) process.on(signal, listener as NodeJS.SignalsListener);
    };
  });
  return () => {
    for (const restore of handlers) restore();
  };
}
