import type { Lane } from './shards.js';

/** A project with more deliveries than this in a window floods until the end of the next window. */
const FLOOD_DELIVERIES = 250;
const WINDOW_MS = 10_000;

/** Returns the lane of a project's next delivery, by how many this process has seen of the project. */
export function createFloodWatch(now: () => number = Date.now): (projectId: number) => Lane {
  let windowEnd = 0;
  let current = new Map<number, number>();
  let previous = new Map<number, number>();
  const isFlood = (counts: ReadonlyMap<number, number>, projectId: number) =>
    (counts.get(projectId) ?? 0) > FLOOD_DELIVERIES;

  return (projectId) => {
    const time = now();
    if (time >= windowEnd) {
      previous = time < windowEnd + WINDOW_MS ? current : new Map();
      current = new Map();
      windowEnd = time + WINDOW_MS;
    }
    current.set(projectId, (current.get(projectId) ?? 0) + 1);
    return isFlood(current, projectId) || isFlood(previous, projectId) ? 'flood' : 'steady';
  };
}
