import { type ChildProcess, fork } from 'node:child_process';
import { backoffMs } from '@slipway/domain';
import { openServerLog } from '@slipway/local';
import { onFrozen } from '@slipway/runtime';
import type { Progress } from './progress.js';

// The exit code of a child with invalid settings: a restart would fail the same way.
const configExitCode = 78;
const stableMs = 30_000;
// A start takes about two seconds of one core, so a child that always fails keeps half a core busy at most.
const restartWait = { firstMs: 250, maxMs: 2_000 };
const drainMs = 30_000;
const maxFailuresBeforeReady = 5;

export interface ChildOptions {
  /** Its name in the process list. */
  title: string;
  script: string;
  /** Called at each start, because a server's URL may have changed. */
  env: () => NodeJS.ProcessEnv;
  log: Pick<Progress, 'fail' | 'warn'>;
  /** Receives the child's output, which otherwise goes to this process's output. Several children may share it. */
  logFile?: string | undefined;
  /** A socket that the child inherits; LISTEN_FD is its descriptor. */
  socket?: number | undefined;
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
    const { title, script, env, logFile, socket } = this.#options;
    const began = Date.now();
    const serverLog = logFile === undefined ? undefined : openServerLog(logFile);
    const output = serverLog?.descriptor ?? 'inherit';
    // In a separate process group, because Ctrl-C must reach only the supervisor, which stops the children in order.
    const child = fork(script, [], {
      execArgv: [`--title=${title}`, '--enable-source-maps'],
      env: { ...env(), ...(socket !== undefined && { LISTEN_FD: '4' }) },
      detached: true,
      stdio: ['ignore', output, output, 'ipc', ...(socket === undefined ? [] : [socket])],
    });
    serverLog?.close();
    this.#child = child;
    child.on('message', (message: { type?: unknown; answersPings?: unknown }) => {
      if (message.type === 'ready') this.#onReady(child, message.answersPings === true);
    });
    this.#ended = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null) => {
        if (this.#child !== child) return;
        this.#child = undefined;
        resolve();
        if (this.#stopping) return;
        for (const reason of failureReasons(serverLog?.written() ?? '', title)) this.#options.log.fail(reason);
        this.#afterEnd(code, signal, Date.now() - began);
      };
      child.once('exit', end);
      child.once('error', () => end(null, null));
    });
  }

  #onReady(child: ChildProcess, answersPings: boolean): void {
    const { title, log, onServing } = this.#options;
    this.#served = true;
    this.#markReady();
    onServing?.(child.pid ?? 0);
    if (!answersPings) return;
    onFrozen(child, () => {
      log.warn(`${title} does not respond and is replaced`);
      child.kill('SIGKILL');
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

const maxLines = 5;

/**
 * Why a process ended, according to the end of its log: fatal errors, and lines that are not JSON, such as problems with
 * settings and what Node.js itself prints. The log may contain lines of other processes.
 */
function failureReasons(log: string, service: string): string[] {
  return log
    .split('\n')
    .flatMap((line) => reasonIn(line, service))
    .slice(-maxLines);
}

interface LogLine {
  level?: string;
  service?: string;
  msg?: string;
  err?: { message?: string };
}

function reasonIn(line: string, service: string): string[] {
  // The end of a JSON line whose beginning was cut off is no reason either.
  if (!line.endsWith('}')) return line.trim() === '' ? [] : [line];
  try {
    const { level, service: writer, msg, err } = JSON.parse(line) as LogLine;
    return level === 'fatal' && writer === service ? [[msg, err?.message].filter(Boolean).join(': ')] : [];
  } catch {
    return [];
  }
}
