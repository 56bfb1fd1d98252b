import { useSyncExternalStore } from 'react';

/** A value that lives outside of the components that show it. */
export function createStore<Value>(initial: Value) {
  let current = initial;
  const watchers = new Set<() => void>();
  function subscribe(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  }
  return {
    get: () => current,
    set(next: Value): void {
      current = next;
      for (const watcher of watchers) watcher();
    },
    useValue: () => useSyncExternalStore(subscribe, () => current),
  };
}
