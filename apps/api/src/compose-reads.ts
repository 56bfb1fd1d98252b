import type { Database } from '@slipway/db';
import { type ComposedReads, composeReadSources, endpoints, type RestEndpoint } from '@slipway/rest';
import type { ProcessContext } from '@slipway/runtime';
import { type ReadServer, readFromReplica } from './read-from-replica.js';

/** The API's endpoints, where their reads run, and the problems to report to operators. */
export interface RoutedReads extends Pick<ComposedReads, 'sources'> {
  readonly endpoints: readonly RestEndpoint[];
  warnings(): Promise<readonly string[]>;
}

/** Endpoints that only read use the replica if there is one, and other servers while the primary does not answer. */
export function composeReads(context: ProcessContext, primary: Database): RoutedReads {
  const { gauge, counter } = context.metrics;
  const hasReplica = context.settings.DATABASE_REPLICA_URL !== '';
  const inUse = hasReplica ? gauge('replica_in_use', 'Whether the API reads from the replica') : null;
  const reads = hasReplica
    ? counter('reads_total', 'Read requests by the server they read from', ['server'])
    : null;
  const { sources, replica, duringOutage, warnings } = composeReadSources(context, primary, {
    name: 'slipway-api',
    onReplica: (isUsable) => inUse?.set(isUsable ? 1 : 0),
  });
  const count = (server: ReadServer) => reads?.inc({ server });
  return {
    endpoints: endpoints.map((endpoint) =>
      replica === null
        ? duringOutage(endpoint)
        : duringOutage(endpoint, readFromReplica(endpoint, replica, count)),
    ),
    sources,
    async warnings() {
      const problem = replica?.problem() ?? null;
      const unused = problem === null ? [] : [`reads use the primary: ${problem.message}`];
      return sources.standIn() === null ? unused : warnings();
    },
  };
}
