import { type ApiReads, apiReads, isInfrastructureError, isUnreachable, type Replica } from '@slipway/db';
import { ApiError } from '@slipway/http';
import type { RestEndpoint, RestServices } from '@slipway/rest';

/** The server that a request read from, if it could use either. */
export type ReadServer = 'primary' | 'replica';

/** Parameters that continue an earlier response. That response may come from a server that is ahead of the replica. */
const CONTINUATION_PARAMETERS = ['cursor', 'since', 'updated_since'];

/**
 * Lets reads use the replica once it has replayed the account's last write. Callers and their access are read
 * from the primary before the handler runs. If the replica fails or lacks a row, the primary is asked.
 */
export function readFromReplica(
  endpoint: RestEndpoint,
  replica: Replica,
  count: (server: ReadServer) => void,
): RestEndpoint {
  const { contract } = endpoint;
  if (contract.method !== 'GET') return endpoint;
  const routing = { replica, replicaReads: apiReads(replica.database), count };
  return { contract, handle: (input) => handleRead(endpoint, input, routing) };
}

interface Routing {
  readonly replica: Replica;
  readonly replicaReads: ApiReads;
  readonly count: (server: ReadServer) => void;
}

async function handleRead(
  { handle }: RestEndpoint,
  input: Parameters<RestEndpoint['handle']>[0],
  { replica, replicaReads, count }: Routing,
): Promise<unknown> {
  const { services, project, query } = input;
  if (continuesEarlierResponse(query)) return handle(input);
  const choice = chooseServer(replica, services, replicaReads);
  const { readsOf } = choice;
  const reads = project === undefined ? services.reads : readsOf(project);
  try {
    return await handle({ ...input, services: { ...services, reads, readsOf } });
  } catch (error) {
    if (choice.server !== 'replica' || !mayDifferOnPrimary(error)) throw error;
    if (isUnreachable(error)) replica.noteFailure(error);
    choice.server = 'primary';
    return await handle(input);
  } finally {
    if (choice.server !== undefined) count(choice.server);
  }
}

function continuesEarlierResponse(query: Readonly<Record<string, unknown>>): boolean {
  return CONTINUATION_PARAMETERS.some((name) => query[name] !== undefined);
}

interface ServerChoice {
  /** Undefined until the request reads rows of an account. */
  server?: ReadServer;
  readonly readsOf: RestServices['readsOf'];
}

function chooseServer(replica: Replica, services: RestServices, replicaReads: ApiReads): ServerChoice {
  const choice: ServerChoice = {
    readsOf({ accountId, writtenLsn }) {
      const isCurrent = !services.hasUnnotedWrite(accountId) && replica.hasReplayed(writtenLsn);
      choice.server = isCurrent ? 'replica' : 'primary';
      return isCurrent ? replicaReads : services.reads;
    },
  };
  return choice;
}

function mayDifferOnPrimary(error: unknown): boolean {
  return isInfrastructureError(error) || (error instanceof ApiError && error.code === 'not_found');
}
