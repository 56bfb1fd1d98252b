import type { LiveChange, LiveKind } from '@slipway/contracts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { createStore } from './store.js';

type Connection = 'connecting' | 'live' | 'lost';

const connection = createStore<Connection>('connecting');
export const useConnection = connection.useValue;

interface StreamListener {
  onChange(change: LiveChange): void;
  /** Called when changes may have been missed. */
  onMissed(): void;
}

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 60_000;

/** Waits longer after each refusal, with a random part, so that tabs do not all reconnect at once. */
function retryMs(refusals: number): number {
  const longest = Math.min(FIRST_RETRY_MS * 2 ** refusals, MAX_RETRY_MS);
  return longest * (0.5 + Math.random() / 2);
}

/**
 * Keeps a stream of changes open. Browsers reconnect after a lost connection, but give up if the response is not a
 * stream, for example while too many tabs are open or the service restarts. Returns a function that closes the stream.
 */
function keepStreamOpen({ onChange, onMissed }: StreamListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let wasLost = false;

  function open(): void {
    const opened = new EventSource('/console/api/stream');
    source = opened;
    opened.addEventListener('open', () => {
      connection.set('live');
      if (wasLost) onMissed();
      wasLost = false;
      refusals = 0;
    });
    opened.addEventListener('error', () => {
      wasLost = true;
      if (opened.readyState !== EventSource.CLOSED) return connection.set('connecting');
      connection.set('lost');
      timer = setTimeout(open, retryMs(refusals));
      refusals += 1;
    });
    opened.addEventListener('change', ({ data }: MessageEvent<string>) =>
      onChange(JSON.parse(data) as LiveChange),
    );
    opened.addEventListener('missed', onMissed);
  }

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

const listeners = new Set<(change: LiveChange) => void>();

export function useLiveChanges(listener: (change: LiveChange) => void): void {
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** Reloads a query after every change of a kind in a project that its key does not name. */
export function useReloadAfter(kind: LiveKind, projectId: number, queryKey: QueryKey): void {
  const queries = useQueryClient();
  const key = useRef(queryKey);
  key.current = queryKey;
  const reload = useCallback(
    ({ project_id: changed, kinds }: LiveChange) => {
      if (changed === projectId && kinds.includes(kind)) void queries.invalidateQueries({ queryKey: key.current });
    },
    [queries, projectId, kind],
  );
  useLiveChanges(reload);
}

/** Changes arrive in bursts; what is on screen is reloaded at most this often. */
const REFRESH_MS = 700;

/** Queries that show rows of many kinds, and are therefore reloaded after every change. */
const OVERVIEWS = ['home', 'feed', 'session', 'metrics'];

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
