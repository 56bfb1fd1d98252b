import { useSyncExternalStore } from 'react';

interface Request {
  readonly promise: Promise<boolean>;
  readonly settle: (isConfirmed: boolean) => void;
}

/** What the calls that need a confirmation wait for; null while none do. */
let waiting: Request | null = null;
const listeners = new Set<() => void>();

function change(next: Request | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Opens the dialog in which the user proves again who they are. Resolves to whether they did. */
export function askForConfirmation(): Promise<boolean> {
  if (waiting !== null) return waiting.promise;
  let resolve: (isConfirmed: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settled) => {
    resolve = settled;
  });
  change({
    promise,
    settle(isConfirmed) {
      change(null);
      resolve(isConfirmed);
    },
  });
  return promise;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The dialog's end, to call with whether the user has confirmed; null while no call waits for it. */
export function useConfirmationRequest(): ((isConfirmed: boolean) => void) | null {
  return useSyncExternalStore(subscribe, () => waiting?.settle ?? null);
}
