import { createClient, RedirectError, SlipwayError } from '@slipway/client';
import { QueryClient } from '@tanstack/react-query';
import { createStore } from './store.js';

const staleness = createStore(false);
export const useStaleness = staleness.useValue;

function isFinal(error: unknown): boolean {
  if (error instanceof RedirectError) return true;
  return error instanceof SlipwayError && error.status < 500 && error.status !== 429;
}

/**
 * Calls the console's own endpoints and the REST API's, under `/console/api`. The session cookie authenticates; the
 * header proves that this page sent the request, since other sites cannot set it.
 */
export const client = createClient({
  baseUrl: '/console',
  headers: { 'x-slipway-console': '1' },
  retry: false,
  fetch: async (input, init) => {
    const response = await fetch(input, init);
    // A copy of the database answers while the database itself is down.
    if (response.ok) staleness.set(response.headers.has('x-slipway-stale'));
    if (response.status === 401) window.location.assign(signInPath());
    return response;
  },
});

function signInPath(): string {
  const { pathname, search, hash } = window.location;
  return `/sign-in?${new URLSearchParams({ return_to: pathname + search + hash })}`;
}

const FRESH_MS = 15_000;
const MAX_TRIES = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: 30 * 60_000,
      retry: (failures, error) => failures < MAX_TRIES && !isFinal(error),
      refetchOnWindowFocus: true,
    },
  },
});
