import { useEffect, useSyncExternalStore } from 'react';

let current: string | null = null;
const listeners = new Set<() => void>();

function set(name: string | null): void {
  current = name;
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the name of the record that a page shows. The frame around the page is rendered before the record is loaded. */
export function useNamedRecord(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    set(name);
    return () => set(null);
  }, [name]);
}

export function useRecordName(): string | null {
  return useSyncExternalStore(subscribe, () => current);
}
