import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { backoffMs } from '@slipway/domain';
import type { Progress } from './progress.js';

// The exit code of a child with invalid settings: a restart would fail the same way.
const configExitCode = 78;
const stableMs = 30_000;
const restartWait = { firstMs: 250, maxMs: 5_000 };
const drainMs = 30_000;
const maxFailuresBeforeReady = 5;

export interface ChildOptions {
  /** Its name in the process list. */
  title: string;
  script: string;
  /** Called at each start, because a server's URL may have changed. */
  env: () => NodeJS.ProcessEnv;
  log: Progress;
  /** Receives the child's output, which otherwise goes to this process's output. */
  logFile?: string;
  /** Called whenever a child starts serving. */
  onServing?: (pid: number) => void;
  /** Called once when the child will not be restarted. */
  onGiveUp: (reason: string) => void;
}

/** A child process that is restarted when it ends. */
export interface SupervisedChild {
  /** Resolves when the child first reports that it is serving. */
  ready: Promise<void>;
  pid(): number | undefined;
  /** Ends the running child; a new one starts. */
  restart(): void;
  /** Lets the child drain and waits until it ends; kills it at the drain limit. */
  stop(): Promise<void>;
  kill(): void;
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `was killed by ${signal}` : `ended with code ${code}`;
}

class Supervisor implements SupervisedChild {
  readonly ready: Promise<void>;
  readonly #options: ChildOptions;
  #child: ChildProcess | undefined;
  #markReady: () => void = () => undefined;
  #served = false;
  #stopping = false;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: ChildOptions) {
    this.#options = options;
    this.ready = new Promise((resolve) => {
      this.#markReady = resolve;
    });
    this.#start();
  }

  #start(): void {
    const { title, script, env, logFile } = this.#options;
    const began = Date.now();
    const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
    // In a separate process group, because Ctrl-C must reach only the supervisor, which stops the children in order.
    const child = fork(script, [], {
      execArgv: [`--title=${title}`, '--enable-source-maps'],
      env: env(),
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    if (typeof output === 'number') closeSync(output);
    this.#child = child;
    child.on('message', (message) => {
      if ((message as { type?: unknown }).type !== 'ready') return;
      this.#served = true;
      this.#markReady();
      this.#options.onServing?.(child.pid ?? 0);
    });
    this.#ended = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        if (this.#child !== child) return;
        this.#child = undefined;
        resolve();
        if (!this.#stopping) this.#afterEnd(code, signal, Date.now() - began);
      };
      child.once('exit', end);
      child.once('error', () => end(null, null));
    });
  }

  #afterEnd(code: number | null, signal: NodeJS.Signals | null, livedMs: number): void {
    const { title, log, onGiveUp } = this.#options;
    if (code === configExitCode) return onGiveUp(`${title} cannot run with these settings`);
    this.#failures = livedMs >= stableMs ? 1 : this.#failures + 1;
    if (!this.#served && this.#failures >= maxFailuresBeforeReady) {
      return onGiveUp(`${title} ${describeEnd(code, signal)} ${this.#failures} times before it was ready`);
    }
    const waitMs = backoffMs(this.#failures, restartWait);
    log.warn(`${title} ${describeEnd(code, signal)}, restarting it in ${waitMs} ms`);
    this.#timer = setTimeout(() => this.#start(), waitMs);
  }

  #stopRestarting(): void {
    this.#stopping = true;
    clearTimeout(this.#timer);
  }

  pid(): number | undefined {
    return this.#child?.pid;
  }

  restart(): void {
    this.#child?.kill('SIGTERM');
  }

  async stop(): Promise<void> {
    this.#stopRestarting();
    if (!this.#child) return;
    this.#child.kill('SIGTERM');
    const forced = setTimeout(() => {
      this.#options.log.warn(`${this.#options.title} did not drain within ${drainMs / 1000} s and was killed`);
      this.kill();
    }, drainMs);
    await this.#ended;
    clearTimeout(forced);
  }

  kill(): void {
    this.#stopRestarting();
    this.#child?.kill('SIGKILL');
  }
}

/** Starts a child and restarts it until `stop`. */
export function superviseChild(options: ChildOptions): SupervisedChild {
  return new Supervisor(options);
}
