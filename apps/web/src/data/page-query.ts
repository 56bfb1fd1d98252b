import { type QueryKey, queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query';

/**
 * Reads what a page consists of. The request is sent while the page is rendered; `useQuery` alone sends it only once the
 * page is painted.
 */
export function usePageQuery<Data>(queryKey: QueryKey, queryFn: () => Promise<Data>) {
  const options = queryOptions({ queryKey, queryFn });
  usePrefetchQuery(options);
  return useQuery(options);
}
