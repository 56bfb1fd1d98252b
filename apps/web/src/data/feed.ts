import type { ConsoleEvent, FEED_FILTERS } from '@slipway/contracts';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Query } from '../routing/search.js';
import { listFeedEvents } from './api.js';
import { call } from './call.js';
import { newerEvents, withNewer } from './feed-rows.js';
import { useLiveChanges } from './live.js';
import { usePagedList } from './pages.js';

export type FeedFilters = Query<typeof FEED_FILTERS>;

const PAGE_SIZE = 200;
/** Changes arrive in bursts; the newest events are loaded at most this often. */
const REFRESH_MS = 1_500;

type FeedPages = InfiniteData<{ readonly events: readonly ConsoleEvent[] }>;

const feedOptions = (accountId: number, filters: FeedFilters) => ({
  params: { account_id: accountId },
  query: { ...filters, limit: PAGE_SIZE },
});

/**
 * The feed of an account. Rows on screen stay in place: new events are counted, and appear when the reader asks for
 * them. The query key names no kind of row, so that a change does not reload all pages.
 */
export function useFeed(accountId: number, filters: FeedFilters) {
  const queries = useQueryClient();
  const queryKey = ['events', accountId, filters];
  const list = usePagedList(queryKey, listFeedEvents, feedOptions(accountId, filters), 'events');
  const fresh = useNewEvents(accountId, filters, list.rows);
  function showNew(): void {
    queries.setQueryData<FeedPages>(queryKey, (data) => {
      const [first, ...rest] = data?.pages ?? [];
      if (data === undefined || first === undefined) return data;
      return { ...data, pages: [{ ...first, events: withNewer(fresh.events, first.events) }, ...rest] };
    });
    fresh.clear();
  }
  return { list, newCount: fresh.events.length, isMany: fresh.events.length >= PAGE_SIZE, showNew };
}

/** Loads newer events after every change, and holds them back. */
function useNewEvents(accountId: number, filters: FeedFilters, shown: readonly ConsoleEvent[]) {
  const [events, setEvents] = useState<readonly ConsoleEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef({ accountId, filters, shown });
  current.current = { accountId, filters, shown };
  const look = useCallback(async () => {
    timer.current = undefined;
    const requested = current.current;
    const latest = await call(listFeedEvents, feedOptions(requested.accountId, requested.filters)).catch(
      () => null,
    );
    if (latest === null || current.current.filters !== requested.filters) return;
    setEvents(newerEvents(latest.events, current.current.shown));
  }, []);
  const onChange = useCallback(() => {
    timer.current ??= setTimeout(() => void look(), REFRESH_MS);
  }, [look]);
  useLiveChanges(onChange);
  const scope = JSON.stringify([accountId, filters]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters have other new events
  useEffect(() => {
    setEvents([]);
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [scope]);
  return { events, clear: () => setEvents([]) };
}
