import type { LiveChange } from '@slipway/contracts';

/** A committed change, or `missed` when the process may have missed some. */
export type LiveMessage = LiveChange | 'missed';

/** Passes announced changes to the streams of this process. */
export interface LiveChanges {
  subscribe(listener: (message: LiveMessage) => void): () => void;
  publish(message: LiveMessage): void;
}

export function createLiveChanges(): LiveChanges {
  const listeners = new Set<(message: LiveMessage) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish(message) {
      for (const listener of listeners) listener(message);
    },
  };
}
