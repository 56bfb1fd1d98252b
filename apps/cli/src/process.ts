import { createInterface, type Interface } from 'node:readline/promises';
import { Writable as NodeWritable } from 'node:stream';
import { EXIT } from './cli-error.js';
import type { CliProcess, Readable, Writable } from './terminal.js';

/** The terminal, environment and signals of a Node.js process. */
export function currentProcess(process: NodeJS.Process): CliProcess {
  const interrupt = new AbortController();
  process.on('SIGINT', () => {
    // A second Ctrl-C ends the process without waiting for the command.
    if (interrupt.signal.aborted) process.exit(EXIT.cancelled);
    interrupt.abort(new Error('interrupted'));
  });
  // The reader closed the pipe: `slipway … | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? EXIT.ok : EXIT.error);
  });
  return {
    env: process.env,
    folder: process.cwd(),
    stdin: readable(process),
    stdout: writable(process.stdout),
    stderr: writable(process.stderr),
    signal: interrupt.signal,
    async openBrowser(address) {
      const { default: open } = await import('open');
      await open(address);
    },
  };
}

function writable(stream: NodeJS.WriteStream): Writable {
  return {
    write: (text) => void stream.write(text),
    isTerminal: stream.isTTY === true,
    get columns() {
      // A terminal of unknown size has zero columns.
      return stream.isTTY && stream.columns > 0 ? stream.columns : undefined;
    },
  };
}

function readable(process: NodeJS.Process): Readable {
  const { stdin, stderr } = process;
  return {
    isTerminal: stdin.isTTY === true,
    async readAll() {
      const chunks: Buffer[] = [];
      for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
      return Buffer.concat(chunks).toString('utf8');
    },
    readLine: (signal) => firstLine(createInterface({ input: stdin, output: stderr, terminal: false }), signal),
    readSecret(question, signal) {
      // readline turns off the terminal's echo and writes what is typed to its own output instead.
      const output = new NodeWritable({ write: (_chunk, _encoding, done) => done() });
      const lines = createInterface({ input: stdin, output, terminal: true });
      // It also takes Ctrl-C from the terminal.
      lines.once('SIGINT', () => process.emit('SIGINT'));
      stderr.write(`${question}\n`);
      return firstLine(lines, signal);
    },
  };
}

async function firstLine(lines: Interface, signal: AbortSignal): Promise<string | null> {
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(null));
      signal.addEventListener('abort', () => resolve(null), { once: true });
    });
  } finally {
    lines.close();
  }
}
