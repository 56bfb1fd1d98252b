import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { root } from './workspace.mjs';

const tailLines = 15;
const running = new Set();

/** A failed step with a one-line reason; `tail` is the end of the tool's output. */
export class StepError extends Error {
  constructor(message, tail = '') {
    super(message);
    this.tail = tail;
  }
}

// Passes on the settings for package sources. Everything else that npm puts into the environment (`npm start --x`
// becomes npm_config_x, and npm adds its own prefix) would change the behavior of an inner npm or pnpm.
const inheritedNpmSettings =
  /^npm_config_(@.*|\/\/.*|.*registry|.*proxy|noproxy|cafile|ca|cert|key|strict_ssl|userconfig|globalconfig|cache|fetch_.*|maxsockets)$/i;

/** The environment for a tool: ours, without npm's variables and with the running Node first in the PATH. */
export function toolEnv(extra = {}) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) || inheritedNpmSettings.test(name)),
  );
  const path = [dirname(process.execPath), env.PATH].filter(Boolean).join(delimiter);
  return { ...env, PATH: path, NODE_ENV: 'development', ...extra };
}

/** Runs a tool. Its output is shown only if it fails. */
export function runTool(command, args, { what, env = toolEnv(), cwd = root, onLine } = {}) {
  return new Promise((resolve, reject) => {
    // A separate process group, so that its children can be stopped together with it.
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

export function stopTools() {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGTERM');
    } catch {
      // It has just ended.
    }
  }
}
