import type { Lane } from './shards.js';

/** A project that brings more than this within a window floods for the rest of it and all of the next. */
const FLOOD_DELIVERIES = 250;
const WINDOW_MS = 10_000;

/** Tells projects that flood from those that do not, by what this process sees of them. */
export function createFloodWatch(now: () => number = Date.now): (projectId: number) => Lane {
  let windowEnd = 0;
  let counts = new Map<number, number>();
  let before = new Map<number, number>();
  const floods = (counted: ReadonlyMap<number, number>, projectId: number) =>
    (counted.get(projectId) ?? 0) > FLOOD_DELIVERIES;

  return (projectId) => {
    const time = now();
    if (time >= windowEnd) {
      before = time < windowEnd + WINDOW_MS ? counts : new Map();
      counts = new Map();
      windowEnd = time + WINDOW_MS;
    }
    counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
    return floods(counts, projectId) || floods(before, projectId) ? 'flood' : 'steady';
  };
}
