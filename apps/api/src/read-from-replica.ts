import {
  type ApiReads,
  apiReads,
  isDatabaseOutage,
  isInfrastructureError,
  isTooLong,
  type Replica,
} from '@slipway/db';
import { ApiError } from '@slipway/http';
import type { RestEndpoint } from '@slipway/rest';

/** Which server a request read from. */
export type ReadServer = 'primary' | 'replica';

/** Parameters that continue an earlier response. What it was read from may be ahead of the replica. */
const CONTINUING = ['cursor', 'since', 'updated_since'];

/**
 * Lets reads use the replica, once it has replayed the account's last write. Callers and their access are always read
 * from the primary, before the handler. If the replica fails or does not have a row, the primary is asked.
 */
export function readFromReplica(
  endpoint: RestEndpoint,
  replica: Replica,
  count: (server: ReadServer) => void,
): RestEndpoint {
  const { contract, handle } = endpoint;
  if (contract.method !== 'GET') return endpoint;
  const replicaReads = apiReads(replica.database);
  return {
    contract,
    async handle(input) {
      const { services, project, query } = input;
      if (CONTINUING.some((name) => query[name] !== undefined)) return handle(input);
      let server: ReadServer = 'primary';
      const readsOf = ({ writtenLsn }: { readonly writtenLsn: number }): ApiReads => {
        if (!replica.hasReplayed(writtenLsn)) return services.reads;
        server = 'replica';
        return replicaReads;
      };
      const reads = project === undefined ? services.reads : readsOf(project);
      try {
        const result = await handle({ ...input, services: { ...services, reads, readsOf } });
        count(server);
        return result;
      } catch (error) {
        // The handler may have changed it.
        if ((server as ReadServer) === 'primary' || !mayDifferOnPrimary(error)) throw error;
        if (isDatabaseOutage(error) && !isTooLong(error)) replica.noteFailure(error as Error);
        count('primary');
        return handle(input);
      }
    },
  };
}

function mayDifferOnPrimary(error: unknown): boolean {
  return isInfrastructureError(error) || (error instanceof ApiError && error.code === 'not_found');
}
