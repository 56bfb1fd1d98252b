import { isAlive, npmAbove } from '@slipway/local';

// A terminal's Ctrl-C arrives twice, once from the terminal and once handed on by npm.
const sameRequestMs = 750;
const parentCheckMs = 500;

/** Tells when this process is to stop, and when it is to hurry. */
export interface StopRequest {
  /** Settles with what asked for it. */
  first: Promise<string>;
  /** Settles when it was asked for again. */
  again: Promise<void>;
  requested(): boolean;
  /** Asks from within. */
  request(reason: string): void;
}

/** Who may ask this process to stop. */
export interface StopSources {
  /** Who started it, noted at its very beginning. */
  parentPid: number;
  byNpm: boolean;
  /** Hands the process's signals to this handler from now on. */
  takeSignals: (handler: (signal: string) => void) => void;
}

/** Listens for signals, and for the end of npm when npm started this process. */
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
