import type { Clock } from '@slipway/domain';
import { LRUCache } from 'lru-cache';

/** Stops whoever guesses a password, by network. */
export interface GuessLimit {
  /** Seconds until passwords of the network are checked again; null if they are checked now. */
  waitOf(network: string): number | null;
  /** Counts a wrong password. */
  count(network: string): void;
}

const WINDOW_MS = 15 * 60_000;
const MAX_GUESSES = 10;
/** Beyond so many networks, the one that was idle longest is forgotten. */
const MAX_NETWORKS = 10_000;

/** Counts in memory: the board shows nothing without Redis, but its password must not be open to guesses then. */
export function createGuessLimit(clock: Clock, maxNetworks = MAX_NETWORKS): GuessLimit {
  const guesses = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: maxNetworks });
  const current = (network: string) => {
    const found = guesses.get(network);
    return found === undefined || found.endsAt <= clock.now() ? undefined : found;
  };
  return {
    waitOf(network) {
      const found = current(network);
      if (found === undefined || found.count < MAX_GUESSES) return null;
      return Math.ceil((found.endsAt - clock.now()) / 1000);
    },
    count(network) {
      const found = current(network) ?? { count: 0, endsAt: clock.now() + WINDOW_MS };
      found.count += 1;
      guesses.set(network, found);
    },
  };
}
