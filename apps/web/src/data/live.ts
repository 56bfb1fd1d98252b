import type { LiveChange, LiveKind } from '@slipway/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepStreamOpen } from './live-stream.js';

const listeners = new Set<(change: LiveChange) => void>();

/** Calls a listener for every change that is committed while the component is mounted. */
export function useLiveChanges(listener: (change: LiveChange) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** Changes arrive in bursts; what is on screen is reloaded at most this often. */
const REFRESH_MS = 700;

/** Queries that show rows of many kinds, and are therefore reloaded after every change. */
const OVERVIEWS = ['home', 'feed', 'session', 'metrics'];

/** The names of the queries that show rows of a kind. Builds are listed with their causes. */
const queriesOf = (kind: LiveKind) => (kind === 'investigation' ? ['build_run'] : [kind]);

/**
 * Opens one stream of changes per tab. A query whose key starts with a kind of row, `['build_run', projectId, …]`, is
 * reloaded when rows of that kind change, in that project if the key names one. Builds also follow investigations. After a lost connection, every query is
 * reloaded, since changes may have been missed.
 */
export function useLiveStream(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const changed = new Map<string, Set<number>>();
    let hasMissed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    function refresh(): void {
      const known = hasMissed ? null : new Map(changed);
      timer = undefined;
      changed.clear();
      hasMissed = false;
      if (known === null) return void queries.invalidateQueries();
      void queries.invalidateQueries({
        predicate: ({ queryKey: [name, project] }) => {
          const projects = known.get(String(name));
          return projects !== undefined && (typeof project !== 'number' || projects.has(project));
        },
      });
    }

    const close = keepStreamOpen({
      onMissed() {
        hasMissed = true;
        timer ??= setTimeout(refresh, REFRESH_MS);
      },
      onChange(event) {
        for (const listener of listeners) listener(event);
        for (const name of [...event.kinds.flatMap(queriesOf), ...OVERVIEWS]) {
          const projects = changed.get(name) ?? new Set<number>();
          changed.set(name, projects.add(event.project_id));
        }
        timer ??= setTimeout(refresh, REFRESH_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      close();
    };
  }, [queries]);
}
