import { ApiError, Reply } from '@slipway/http';
import type { RestEndpoint } from '@slipway/rest';
import { isStale, type ReadSource, type ReadSources, unavailable } from './read-sources.js';

/** Marks responses that a replica gave because the primary could not. */
export const STALE = { 'X-Slipway-Stale': 'true' };

/** Lets reads use the source that stands in for the primary. `usual` is how they run while the primary answers. */
export function readDuringOutage(
  endpoint: RestEndpoint,
  usual: RestEndpoint,
  { sources, count }: { readonly sources: ReadSources; readonly count: (source: ReadSource) => void },
): RestEndpoint {
  const { contract } = endpoint;
  if (contract.method !== 'GET') return usual;
  return {
    contract,
    handle: (input) =>
      sources.run(async (source) => {
        if (source.server === 'primary') return usual.handle(input);
        count(source);
        const { reads } = source;
        const answer = endpoint.handle({ ...input, services: { ...input.services, reads, readsOf: () => reads } });
        if (!isStale(source)) return answer;
        const result = await answer.catch((error: unknown) => {
          // The row may have been created since the replica last heard from the primary.
          throw isMissing(error) ? unavailable() : error;
        });
        return marked(result instanceof Reply ? result : new Reply(contract.success?.[0] ?? 200, result));
      }),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

function marked({ status, body, headers }: Reply<unknown>): Reply<unknown> {
  return new Reply(status, body, { ...headers, ...STALE });
}
