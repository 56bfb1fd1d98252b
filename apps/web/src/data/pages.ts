import {
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';

const PAGE_ROWS = 50;

interface PageQuery {
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface CursorPage {
  readonly pagination: { readonly has_more: boolean; readonly next_cursor: string | null };
}

/** Loads a keyset list page by page. The query key starts with the kind of row, so that live changes find it. */
export function usePagedList<Page extends CursorPage, Row>(
  queryKey: QueryKey,
  read: (page: PageQuery) => Promise<Page>,
  pick: (page: Page) => readonly Row[],
) {
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => read({ cursor: pageParam, limit: PAGE_ROWS }),
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
