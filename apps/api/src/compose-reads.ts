import { apiReads, type Database, openDatabase, type Replica } from '@slipway/db';
import { endpoints, type RestEndpoint } from '@slipway/rest';
import { type ProcessContext, throttledLog } from '@slipway/runtime';
import { composeReplica } from './compose-replica.js';
import { STATEMENT_TIMEOUT_MS } from './limits.js';
import { readDuringOutage } from './read-during-outage.js';
import { openReadSources, type ReadServers, type ReadSource, type ReadSources } from './read-sources.js';

/** The API's endpoints, where their reads run, and the problems to report to operators. */
export interface RoutedReads {
  readonly endpoints: readonly RestEndpoint[];
  readonly sources: ReadSources;
  warnings(): Promise<readonly string[]>;
}

const WARNING = 'another server answers reads, because DATABASE_URL does not';

/** Endpoints that only read use the replica if there is one, and other servers while the primary does not answer. */
export function composeReads(context: ProcessContext, primary: Database): RoutedReads {
  const { logger, metrics, onClose } = context;
  const replica = composeReplica(context, primary);
  const log = throttledLog(logger);
  const sources = openReadSources({
    ...readServers(context, primary, replica?.watched ?? null),
    onStandIn: ({ server }, problem) => log.warn({ err: problem, server }, WARNING),
    onPrimary: () => log.resolve(WARNING, 'DATABASE_URL answers reads again'),
  });
  onClose('read sources', () => sources.close());
  const standInReads = metrics.counter(
    'stand_in_reads_total',
    'Reads by the server that answered them because DATABASE_URL did not',
    ['server'],
  );
  const count = ({ server }: ReadSource) => standInReads.inc({ server });
  return {
    endpoints: endpoints.map((endpoint) =>
      readDuringOutage(endpoint, replica?.route(endpoint) ?? endpoint, { sources, count }),
    ),
    sources,
    async warnings() {
      const standIn = sources.standIn();
      if (standIn !== null)
        return [`reads use the ${NAMES[standIn.server]}, and writes fail: DATABASE_URL does not answer`];
      return replica?.warnings() ?? [];
    },
  };
}

const NAMES = { primary: 'primary', direct: 'address in DATABASE_DIRECT_URL', replica: 'replica' };

function readServers(
  { settings, onClose }: ProcessContext,
  primary: Database,
  watched: Replica | null,
): ReadServers {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_SIZE: poolSize } = settings;
  return {
    primary: { server: 'primary', url, ...readsOn(primary) },
    direct: directUrl === url ? null : { server: 'direct', url: directUrl, ...openDirect() },
    replica: watched === null ? null : { server: 'replica', watched, ...readsOn(watched.database) },
  };

  /** It has no connections until it is needed, and none a few seconds later. */
  function openDirect() {
    const statementTimeoutMs = STATEMENT_TIMEOUT_MS;
    const database = openDatabase({ url: directUrl, name: 'slipway-api-direct', poolSize, statementTimeoutMs });
    onClose('direct database', () => database.close());
    return readsOn(database);
  }
}

function readsOn(database: Database): Pick<ReadSource, 'database' | 'reads'> {
  return { database, reads: apiReads(database) };
}
