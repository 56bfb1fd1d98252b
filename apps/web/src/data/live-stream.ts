import type { LiveChange } from '@slipway/contracts';
import { useSyncExternalStore } from 'react';

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
export function keepStreamOpen({ onChange, onMissed }: StreamListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let wasLost = false;

  function open(): void {
    const opened = new EventSource('/console/api/stream');
    source = opened;
    opened.addEventListener('open', () => {
      setConnection('live');
      if (wasLost) onMissed();
      wasLost = false;
      refusals = 0;
    });
    opened.addEventListener('error', () => {
      wasLost = true;
      if (opened.readyState !== EventSource.CLOSED) return setConnection('connecting');
      setConnection('lost');
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
