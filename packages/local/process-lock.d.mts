/** A process and the moment it started: its pid alone may since have been reused. */
export interface ProcessIdentity {
  pid: number;
  started: string;
}

/** Identifies when a process started; undefined if no such process runs. */
export function startMark(pid: number): string | undefined;

/** The identity of this process, for `isAlive` in other processes. */
export function thisProcess(): ProcessIdentity;

/** Whether the process with this identity still runs. */
export function isAlive(identity: ProcessIdentity | undefined): boolean;

/** The npm that started this process, and the shell that npm may have started in between. */
export function npmAbove(parentPid: number): ProcessIdentity[];

/** Tries to take the lock file. Returns `release` on success, otherwise the running `holder`. */
export function tryLock(
  path: string,
): { release: () => void; holder?: undefined } | { holder: ProcessIdentity; release?: undefined };

/** Runs `work` while holding the lock file. Waits for a running holder; takes over the lock of a dead one. */
export function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options?: { onWait?: (holderPid: number) => void },
): Promise<T>;
