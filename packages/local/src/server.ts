import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server on this machine that can be killed and started again. It keeps its address and its data. */
export interface Server {
  readonly address: string;
  /** Undefined while it is not running. */
  pid(): number | undefined;
  /** Starts the server; resolves when it responds. */
  start(): Promise<void>;
  /** Ends the server immediately, as a crash would. */
  kill(): Promise<void>;
  /** Calls back whenever the server has ended by itself or by a signal from elsewhere. */
  onLost(listener: () => void): void;
}

interface ChildServerOptions {
  readonly address: string;
  run(): ChildProcess;
  /** Resolves when the server responds; rejects if it does not. `isAlive` returns false once it has ended. */
  waitReady(isAlive: () => boolean): Promise<void>;
  /** Ends every connection immediately. */
  readonly killSignal: NodeJS.Signals;
}

/** A server that runs as a child of this process. */
export function childServer({ address, run, waitReady, killSignal }: ChildServerOptions): Server {
  const listeners: (() => void)[] = [];
  let child: ChildProcess | undefined;
  async function kill(): Promise<void> {
    const ending = child;
    child = undefined;
    if (ending === undefined) return;
    const ended = once(ending, 'exit');
    ending.kill(killSignal);
    await ended;
  }
  return {
    address,
    pid: () => child?.pid,
    async start() {
      const started = run();
      child = started;
      let isAlive = true;
      started.once('exit', () => {
        isAlive = false;
        if (child !== started) return;
        child = undefined;
        for (const listener of listeners) listener();
      });
      await once(started, 'spawn');
      await waitReady(() => isAlive).catch(async (error: Error) => {
        await kill();
        throw error;
      });
    },
    kill,
    onLost: (listener) => void listeners.push(listener),
  };
}
