import { type Database, openDatabase, type Replica, watchReplica } from '@slipway/db';
import type { RestEndpoint } from '@slipway/rest';
import { dependencyLog, type ProcessContext, throttledLog } from '@slipway/runtime';
import { STATEMENT_TIMEOUT_MS } from './limits.js';
import { type ReadServer, readFromReplica } from './read-from-replica.js';

/** The replica, and how reads use it. */
export interface RoutedReplica {
  readonly watched: Replica;
  route(endpoint: RestEndpoint): RestEndpoint;
  /** The problems to report to operators. */
  warnings(): readonly string[];
}

/** Opens the replica that endpoints read from; null if there is none. */
export function composeReplica(context: ProcessContext, primary: Database): RoutedReplica | null {
  const { settings, logger, metrics, onClose } = context;
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize } = settings;
  if (url === '') return null;
  const report = dependencyLog(throttledLog(logger), 'replica');
  const inUse = metrics.gauge('replica_in_use', 'Whether the API reads from the replica');
  const reads = metrics.counter('reads_total', 'Read requests by the server they read from', ['server']);
  const watched = watchReplica({
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
  onClose('replica', () => watched.close());
  // The failure occurs again on the first query, which handles it.
  void watched.database.prisma.$connect().catch(() => undefined);
  const count = (server: ReadServer) => reads.inc({ server });
  return {
    watched,
    route: (endpoint) => readFromReplica(endpoint, watched, count),
    warnings() {
      const problem = watched.problem();
      return problem === null ? [] : [`reads use the primary: ${problem.message}`];
    },
  };
}
