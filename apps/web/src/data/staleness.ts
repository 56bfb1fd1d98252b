import { useSyncExternalStore } from 'react';

let isStale = false;
const watchers = new Set<() => void>();

/** Notes whether a response comes from a copy of the database, because the database itself is down. */
export function noteStaleness(response: Response): void {
  const next = response.headers.has('x-slipway-stale');
  if (!response.ok || next === isStale) return;
  isStale = next;
  for (const watcher of watchers) watcher();
}

/** Whether what pages show may be out of date, and changes cannot be saved. */
export function useStaleness(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isStale,
  );
}
