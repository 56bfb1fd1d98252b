import type { LiveChange } from '@slipway/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

export type Connection = 'connecting' | 'live' | 'lost';

let connection: Connection = 'connecting';
const watchers = new Set<() => void>();

function setConnection(state: Connection): void {
  connection = state;
  for (const watcher of watchers) watcher();
}

/** Whether the stream of changes is open. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => connection,
  );
}

const listeners = new Set<(change: LiveChange) => void>();

/** Calls a listener for every change that is committed while the component is shown. */
export function useLiveChanges(listener: (change: LiveChange) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** Changes come in bursts; what is on screen is read again at most this often. */
const REFRESH_MS = 700;

/** Queries that show rows of many kinds, and so are read again after every change. */
const OVERVIEWS = ['home', 'feed', 'session', 'metrics'];

/**
 * One stream of changes per tab. Queries whose key starts with a kind of row, `['build_run', projectId, …]`, are read
 * again when rows of that kind changed, in that project if the key names one. After a lost connection everything is,
 * since changes may have been missed.
 */
export function useLiveStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const source = new EventSource('/console/api/stream');
    const changed = new Map<string, Set<number>>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wasLost = false;

    function refresh(): void {
      timer = undefined;
      for (const [kind, projects] of changed) {
        void queries.invalidateQueries({
          predicate: ({ queryKey: [name, project] }) =>
            name === kind && (typeof project !== 'number' || projects.has(project)),
        });
      }
      changed.clear();
    }

    source.addEventListener('open', () => {
      setConnection('live');
      if (wasLost) void queries.invalidateQueries();
      wasLost = false;
    });
    source.addEventListener('error', () => {
      wasLost = true;
      setConnection(source.readyState === EventSource.CLOSED ? 'lost' : 'connecting');
    });
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const event = JSON.parse(data) as LiveChange;
      for (const listener of listeners) listener(event);
      for (const kind of [...event.kinds, ...OVERVIEWS]) {
        const projects = changed.get(kind) ?? new Set<number>();
        changed.set(kind, projects.add(event.project_id));
      }
      timer ??= setTimeout(refresh, REFRESH_MS);
    });
    source.addEventListener('missed', () => void queries.invalidateQueries());
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [queries]);
}
