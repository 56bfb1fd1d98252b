import { type ChildProcess, fork } from 'node:child_process';
import { backoffMs } from './backoff.js';
import type { Progress } from './progress.js';

// What a child answers when its settings are wrong: starting it again would end the same way.
const configExitCode = 78;
const steadyMs = 30_000;
const drainMs = 30_000;
const triesBeforeReady = 5;

/** One process of the service. */
export interface ChildOptions {
  /** Its role, as the process list shows it. */
  title: string;
  script: string;
  /** Asked for at each start, since a server it connects to may have moved. */
  env: () => NodeJS.ProcessEnv;
  log: Progress;
  /** Called once when there is no point in starting it again. */
  onGiveUp: (reason: string) => void;
}

/** A child process that is started again whenever it dies. */
export interface SupervisedChild {
  /** Settles when the child has said for the first time that it serves. */
  ready: Promise<void>;
  pid(): number | undefined;
  /** Lets the running child end, so that a new one starts. */
  restart(): void;
  /** Asks it to drain and waits for its end, which is forced after a while. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null): string {
  return signal ? `was ended by ${signal}` : `ended with code ${code}`;
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
    const { title, script, env } = this.#options;
    const began = Date.now();
    // A process group of its own: Ctrl-C in a terminal reaches only the supervisor, which keeps the order.
    const child = fork(script, [], {
      execArgv: [`--title=${title}`, '--enable-source-maps'],
      env: env(),
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    child.on('message', (message) => {
      if ((message as { type?: unknown }).type !== 'ready') return;
      this.#served = true;
      this.#markReady();
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
    this.#failures = livedMs >= steadyMs ? 1 : this.#failures + 1;
    if (!this.#served && this.#failures >= triesBeforeReady) {
      return onGiveUp(`${title} ${describeEnd(code, signal)} ${this.#failures} times before it was ready`);
    }
    const waitMs = backoffMs(this.#failures - 1);
    log.warn(`${title} ${describeEnd(code, signal)}, starting it again in ${waitMs} ms`);
    this.#timer = setTimeout(() => this.#start(), waitMs);
  }

  #stayDown(): void {
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
    this.#stayDown();
    if (!this.#child) return;
    this.#child.kill('SIGTERM');
    const forced = setTimeout(() => {
      this.#options.log.warn(`${this.#options.title} has not drained within ${drainMs / 1000} s and is ended`);
      this.kill();
    }, drainMs);
    await this.#ended;
    clearTimeout(forced);
  }

  kill(): void {
    this.#stayDown();
    this.#child?.kill('SIGKILL');
  }
}

/** Starts a child and keeps it alive until `stop`. */
export function superviseChild(options: ChildOptions): SupervisedChild {
  return new Supervisor(options);
}
