import type { CallArguments, CallOptions } from '@slipway/client';
import type { EndpointContract, ResponseOf } from '@slipway/contracts';
import {
  infiniteQueryOptions,
  type QueryKey,
  useInfiniteQuery,
  usePrefetchInfiniteQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';

import { call, type Endpoint } from './call.js';

const PAGE_ROWS = 50;

interface Cursor {
  readonly next_cursor: string | null;
}

type RowPage<Name extends string, Row> = Readonly<Record<Name, readonly Row[]>> &
  (Cursor | { readonly pagination: Cursor });

type RowOf<C extends EndpointContract, Name extends string> =
  ResponseOf<C> extends Readonly<Record<Name, readonly (infer Row)[]>> ? Row : never;

/** Loads a keyset list page by page. The query key starts with the kind of row, so that live changes find it. */
export function usePagedList<C extends EndpointContract, const Name extends string>(
  queryKey: QueryKey,
  endpoint: Endpoint<C>,
  request: CallOptions<C>,
  name: Name,
) {
  const load = (cursor: string | undefined) => {
    const query = { limit: PAGE_ROWS, ...request.query, cursor };
    return call(endpoint, ...([{ ...request, query }] as unknown as CallArguments<C>)) as Promise<
      RowPage<Name, RowOf<C, Name>>
    >;
  };
  const options = infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => ('pagination' in page ? page.pagination : page).next_cursor ?? undefined,
  });
  // Sends the first request while the page is rendered; a query on its own waits until the page is painted.
  usePrefetchInfiniteQuery(options);
  const query = useInfiniteQuery(options);
  // Long lists are assembled once, not at every render.
  const rows = useMemo(() => query.data?.pages.flatMap((page) => page[name]) ?? [], [query.data, name]);
  return {
    rows,
    /** What the endpoint returns beside the rows is in every page. */
    firstPage: query.data?.pages[0] as ResponseOf<C> | undefined,
    isLoading: query.isPending,
    error: query.data === undefined ? query.error : null,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => void query.refetch(),
  };
}
