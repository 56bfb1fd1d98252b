import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { root } from './workspace.mjs';

const tailLines = 15;
const running = new Set();

/** A step that failed for a reason worth one line; `tail` is the end of what the failing tool printed. */
export class StepError extends Error {
  constructor(message, tail = '') {
    super(message);
    this.tail = tail;
  }
}

// Where packages come from stays as the user set it. All else npm put into the environment (`npm start --x` becomes
// npm_config_x, and npm adds its own prefix) would change what an inner npm or pnpm does.
const keptNpmSettings =
  /^npm_config_(@.*|\/\/.*|.*registry|.*proxy|noproxy|cafile|ca|cert|key|strict_ssl|userconfig|globalconfig|cache|fetch_.*|maxsockets)$/i;

/** The environment for a tool: ours without npm's leftovers, with this very Node first on the PATH. */
export function toolEnv(extra = {}) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || keptNpmSettings.test(name)),
  );
  const path = [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter);
  return { ...env, PATH: path, NODE_ENV: 'development', ...extra };
}

/** Runs a tool to its end. Its output is shown only when it fails. */
export function runTool(command, args, { what, env = toolEnv(), cwd = root, onLine } = {}) {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that what the tool starts can be stopped together with it.
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    const lines = [];
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        const fresh = chunk.split(/[\r\n]+/).filter((line) => line.trim() !== '');
        lines.push(...fresh);
        lines.splice(0, lines.length - tailLines);
        if (fresh.length > 0) onLine?.(fresh.at(-1).trim());
      });
    }
    const failed = (reason) => reject(new StepError(`${what} failed (${reason})`, lines.join('\n')));
    child.once('error', (error) => failed(error.message));
    child.once('close', (code, signal) => {
      running.delete(child);
      if (code === 0) resolve();
      else failed(signal ? `stopped by ${signal}` : `exit code ${code}`);
    });
  });
}

/** Ends the tools still running, for a start that is being stopped. */
export function stopTools() {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    } catch {
      // It has just ended by itself.
    }
  }
}
