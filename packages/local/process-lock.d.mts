/** A process and the moment it began: a pid alone may have been given to another process since. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** Says when a process began; undefined when no such process lives. */
export function startMark(pid: number): string | undefined;

/** This process, in the form other processes check with `isAlive`. */
export function thisProcess(): ProcessIdentity;

/** True while the very process lives that wrote the identity down. */
export function isAlive(identity: ProcessIdentity | undefined): boolean;

/** The npm that started this process, and the shell it may have put between. */
export function npmAbove(parentPid: number): ProcessIdentity[];

/** Tries to take the lock file: `release` when it is ours, else the living `holder`. */
export function tryLock(
  path: string,
): { release: () => void; holder?: undefined } | { holder: ProcessIdentity; release?: undefined };

/** Runs `work` while holding the lock file, waiting for a living holder; a dead one's lock is taken over. */
export function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options?: { onWait?: (holderPid: number) => void },
): Promise<T>;
