import type { LiveChange } from '@slipway/contracts';

/** What a stream hears: a change, or that changes may have been missed. */
export type LiveMessage = LiveChange | 'missed';

/** Hands the changes that this process hears of to its streams. */
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
