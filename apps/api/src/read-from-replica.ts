import {
  type ApiReads,
  apiReads,
  isDatabaseOutage,
  isInfrastructureError,
  isTooLong,
  type Replica,
} from '@slipway/db';
import { ApiError } from '@slipway/http';
import type { RestEndpoint, RestServices } from '@slipway/rest';

/** Which server a request read from, if it had the choice. */
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
      const choice = chooseServer(replica, services.reads, replicaReads);
      const { readsOf } = choice;
      const reads = project === undefined ? services.reads : readsOf(project);
      try {
        return await handle({ ...input, services: { ...services, reads, readsOf } });
      } catch (error) {
        if (choice.server !== 'replica' || !mayDifferOnPrimary(error)) throw error;
        if (isDown(error)) replica.noteFailure(error);
        choice.server = 'primary';
        return await handle(input);
      } finally {
        if (choice.server !== undefined) count(choice.server);
      }
    },
  };
}

interface ServerChoice {
  /** Undefined until rows of an account are read. */
  server?: ReadServer;
  readonly readsOf: RestServices['readsOf'];
}

function chooseServer(replica: Replica, primaryReads: ApiReads, replicaReads: ApiReads): ServerChoice {
  const choice: ServerChoice = {
    readsOf({ writtenLsn }) {
      const isCurrent = replica.hasReplayed(writtenLsn);
      choice.server = isCurrent ? 'replica' : 'primary';
      return isCurrent ? replicaReads : primaryReads;
    },
  };
  return choice;
}

function mayDifferOnPrimary(error: unknown): boolean {
  return isInfrastructureError(error) || (error instanceof ApiError && error.code === 'not_found');
}

/** A statement that takes too long says nothing about the server. */
function isDown(error: unknown): error is Error {
  return isDatabaseOutage(error) && !isTooLong(error);
}
