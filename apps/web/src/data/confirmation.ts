import { createStore } from './store.js';

interface Request {
  readonly promise: Promise<boolean>;
  readonly settle: (isConfirmed: boolean) => void;
}

/** What the calls that need a confirmation wait for; null while none do. */
const waiting = createStore<Request | null>(null);

/** Opens the dialog in which the user proves again who they are. Resolves to whether they did. */
export function askForConfirmation(): Promise<boolean> {
  const open = waiting.get();
  if (open !== null) return open.promise;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  waiting.set({
    promise,
    settle(isConfirmed) {
      waiting.set(null);
      resolve(isConfirmed);
    },
  });
  return promise;
}

/** The dialog's end, to call with whether the user has confirmed; null while no call waits for it. */
export const useConfirmationRequest = () => waiting.useValue()?.settle ?? null;
