import { isAlive, npmAbove } from '@slipway/local';

// Ctrl-C in a terminal arrives twice: from the terminal, and forwarded by npm.
const sameRequestMs = 750;
const parentCheckMs = 500;

/** Reports a request to stop this process, and a second one to stop it immediately. */
export interface StopRequest {
  first: Promise<string>;
  /** Resolves at the second request. */
  again: Promise<void>;
  requested(): boolean;
  /** Requests a stop from inside the process. */
  request(reason: string): void;
}

export interface StopSources {
  parentPid: number;
  byNpm: boolean;
  /** Sets the handler for the process's signals. */
  takeSignals: (handler: (signal: string) => void) => void;
}

/** Listens for signals, and for the end of npm if npm started this process. */
export function listenForStop({ parentPid, byNpm, takeSignals }: StopSources): StopRequest {
  let resolveFirst: (reason: string) => void = () => undefined;
  let resolveAgain: () => void = () => undefined;
  const first = new Promise<string>((resolve) => {
    resolveFirst = resolve;
  });
  const again = new Promise<void>((resolve) => {
    resolveAgain = resolve;
  });
  let since: number | undefined;
  const request = (reason: string) => {
    if (since === undefined) {
      since = Date.now();
      resolveFirst(reason);
    } else if (Date.now() - since > sameRequestMs) resolveAgain();
  };
  takeSignals(request);
  if (byNpm) {
    const watched = npmAbove(parentPid);
    setInterval(() => {
      if (since === undefined && (process.ppid !== parentPid || !watched.every(isAlive)))
        request('the end of npm');
    }, parentCheckMs).unref();
  }
  return { first, again, requested: () => since !== undefined, request };
}
