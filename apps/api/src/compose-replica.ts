import { type Database, openDatabase, watchReplica } from '@slipway/db';
import { endpoints, type RestEndpoint } from '@slipway/rest';
import { dependencyLog, type ProcessContext, throttledLog } from '@slipway/runtime';
import { STATEMENT_TIMEOUT_MS } from './limits.js';
import { type ReadServer, readFromReplica } from './read-from-replica.js';

/** The API's endpoints, and the problems to report to operators. */
export interface RoutedEndpoints {
  readonly endpoints: readonly RestEndpoint[];
  warnings(): Promise<readonly string[]>;
}

/** Returns the endpoints. Endpoints that only read use the replica, if there is one. */
export function composeReplica(context: ProcessContext, primary: Database): RoutedEndpoints {
  const { settings, logger, metrics, onClose } = context;
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize } = settings;
  if (url === '') return { endpoints, warnings: () => Promise.resolve([]) };
  const report = dependencyLog(throttledLog(logger), 'replica');
  const inUse = metrics.gauge('replica_in_use', 'Whether the API reads from the replica');
  const reads = metrics.counter('reads_total', 'Read requests by the server they read from', ['server']);
  const replica = watchReplica({
    primary,
    replica: openDatabase({
      url,
      name: 'slipway-api-replica',
      poolSize,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    }),
    maxLagMs: settings.DATABASE_REPLICA_MAX_LAG_MS,
    onState(problem) {
      report(problem);
      inUse.set(problem === null ? 1 : 0);
    },
  });
  onClose('replica', () => replica.close());
  // The failure occurs again on the first query, which handles it.
  void replica.database.prisma.$connect().catch(() => undefined);
  const count = (server: ReadServer) => reads.inc({ server });
  return {
    endpoints: endpoints.map((endpoint) => readFromReplica(endpoint, replica, count)),
    async warnings() {
      const problem = replica.problem();
      return problem === null ? [] : [`reads use the primary: ${problem.message}`];
    },
  };
}
