import type { ProjectRecord } from '@slipway/db';
import { ApiError, type Endpoint, Reply } from '@slipway/http';
import { isStale, type ReadSource, type ReadSources, unavailable } from './read-sources.js';
import type { RestServices } from './services.js';

/**
 * Marks responses that a replica gave because the primary could not. No cache may keep one: a later 304 from the
 * primary would leave the mark on the kept response.
 */
export const STALE = { 'X-Slipway-Stale': 'true', 'Cache-Control': 'no-store' };

export interface OutageReads<S extends RestServices> {
  /** How the endpoint reads while the primary answers. */
  readonly usual: Endpoint<S, ProjectRecord>;
  readonly sources: ReadSources;
  /** Called for each read that another source answers. */
  readonly count: (source: ReadSource) => void;
}

/** Lets an endpoint that only reads use the source that stands in for the primary. */
export function readDuringOutage<S extends RestServices>(
  endpoint: Endpoint<S, ProjectRecord>,
  { usual, sources, count }: OutageReads<S>,
): Endpoint<S, ProjectRecord> {
  const { contract } = endpoint;
  if (contract.method !== 'GET') return usual;
  return {
    contract,
    mayBeginEarly: usual.mayBeginEarly,
    handle: (input) =>
      sources.run(async (source) => {
        if (source.server === 'primary') return usual.handle(input);
        count(source);
        const { reads, database } = source;
        const services = { ...input.services, reads, readsOf: () => reads, database };
        const answer = endpoint.handle({ ...input, services });
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
