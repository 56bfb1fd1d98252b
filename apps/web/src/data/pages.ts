import type { Parameters } from '@slipway/contracts';
import {
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Query } from '../routing/search.js';

/** What a request for a list carries: its filters, and which page. */
export type ListQuery<P extends Parameters> = Query<P> & { readonly cursor?: string | undefined };

interface CursorPage {
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
}

/** Loads a keyset list page by page. The query key starts with the kind of row, so that live changes find it. */
export function usePagedList<Page extends CursorPage, Row>(
  queryKey: QueryKey,
  read: (cursor: string | undefined) => Promise<Page>,
  pick: (page: Page) => readonly Row[],
) {
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
  });
  // Sends the first request while the page is rendered; a query on its own waits until the page is painted.
  usePrefetchInfiniteQuery(options);
  const query = useInfiniteQuery(options);
  // Long lists are assembled once, not at every render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pick` is written in place, and always the same
  const rows = useMemo(() => query.data?.pages.flatMap((page) => [...pick(page)]) ?? [], [query.data]);
  return {
    rows,
    isLoading: query.isPending,
    error: query.data === undefined ? query.error : null,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
