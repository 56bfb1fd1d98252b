import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A server on this machine that can be ended and started again. It keeps its address and its data. */
export interface Server {
  /** Host and port. */
  readonly address: string;
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** Starts it, and resolves when it answers. */
  start(): Promise<void>;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Calls back whenever it has ended by itself, or by somebody else's signal. */
  onLost(listener: () => void): void;
}

interface ChildServerOptions {
  readonly address: string;
  run(): ChildProcess;
  /** Resolves when the server answers, and rejects when it does not; `isAlive` returns false once it has ended. */
  waitReady(isAlive: () => boolean): Promise<void>;
  /** Ends every connection at once. */
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
