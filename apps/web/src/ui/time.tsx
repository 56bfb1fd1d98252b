import { useSyncExternalStore } from 'react';
import { duration, exactTime, relativeTime } from '../words/format.js';
import { classNames } from './class-names.js';

const TICK_MS = 10_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for every relative time on the page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const notify of listeners) notify();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export function useNow(): Date {
  return new Date(useSyncExternalStore(subscribe, () => now));
}

interface TimeProps {
  readonly at: string | Date | null;
  readonly prefix?: string;
  readonly className?: string;
}

export function Time({ at, prefix = '', className }: TimeProps) {
  const current = useNow();
  if (at === null || at === '') return <span className="text-ink-faint">–</span>;
  const time = new Date(at);
  return (
    <time
      dateTime={time.toISOString()}
      title={exactTime(time)}
      className={classNames('tnum whitespace-nowrap', className)}
    >
      {prefix}
      {relativeTime(time, current)}
    </time>
  );
}

/** A duration. It grows while the build or step is still running. */
export function Duration({
  seconds,
  since,
}: {
  readonly seconds: number | null;
  readonly since?: string | null | undefined;
}) {
  const current = useNow();
  const running = since ? Math.max(0, (current.getTime() - new Date(since).getTime()) / 1000) : null;
  const shown = seconds ?? running;
  return <span className="tnum whitespace-nowrap">{shown === null ? '–' : duration(shown)}</span>;
}

export function TimeCell({ at, className }: Pick<TimeProps, 'at' | 'className'>) {
  return (
    <td className={classNames('text-right text-xs text-ink-faint', className)}>
      <Time at={at} />
    </td>
  );
}
