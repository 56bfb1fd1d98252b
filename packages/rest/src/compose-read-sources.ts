import {
  apiReads,
  type Database,
  openDatabase,
  type ProjectRecord,
  type Replica,
  watchReplica,
} from '@slipway/db';
import type { Endpoint } from '@slipway/http';
import { dependencyLog, type ProcessContext, throttledLog } from '@slipway/runtime';
import { STATEMENT_TIMEOUT_MS } from './limits.js';
import { readDuringOutage } from './read-during-outage.js';
import { openReadSources, type ReadSource, type ReadSources } from './read-sources.js';
import type { RestServices } from './services.js';

export interface ReadSourcesSetup {
  readonly name: string;
  /** Called when the replica becomes usable or unusable. */
  readonly onReplica?: (isUsable: boolean) => void;
}

export interface ComposedReads {
  readonly sources: ReadSources;
  /** Null if there is none. */
  readonly replica: Replica | null;
  /** Lets an endpoint use them; `usual` is how it reads while the primary answers. */
  duringOutage<S extends RestServices>(
    endpoint: Endpoint<S, ProjectRecord>,
    usual?: Endpoint<S, ProjectRecord>,
  ): Endpoint<S, ProjectRecord>;
  /** The problem to report to operators while reads do not use the primary. */
  warnings(): readonly string[];
}

const WARNING = 'another server answers reads, because DATABASE_URL does not';
const NAMES = { primary: 'primary', direct: 'address in DATABASE_DIRECT_URL', replica: 'replica' };

/** Opens the servers that answer reads while the primary does not, and registers how to close them. */
export function composeReadSources(
  context: ProcessContext,
  primary: Database,
  setup: ReadSourcesSetup,
): ComposedReads {
  const { settings, logger, metrics, onClose } = context;
  const replica = openReplica(context, primary, setup);
  const log = throttledLog(logger);
  const standInReads = metrics.counter(
    'stand_in_reads_total',
    'Reads by the server that answered them because DATABASE_URL did not',
    ['server'],
  );
  const sources = openReadSources({
    primary: { server: 'primary', url: settings.DATABASE_URL, ...readsOn(primary) },
    direct: openDirect(context, setup),
    replica: replica && { server: 'replica', watched: replica, ...readsOn(replica.database) },
    onStandIn: ({ server }, problem) => log.warn({ err: problem, server }, WARNING),
    onPrimary: () => log.resolve(WARNING, 'DATABASE_URL answers reads again'),
  });
  onClose('read sources', () => sources.close());
  return {
    sources,
    replica,
    duringOutage: (endpoint, usual = endpoint) =>
      readDuringOutage(endpoint, { usual, sources, count: ({ server }) => standInReads.inc({ server }) }),
    warnings() {
      const standIn = sources.standIn();
      if (standIn === null) return [];
      return [`reads use the ${NAMES[standIn.server]}, and writes fail: DATABASE_URL does not answer`];
    },
  };
}

function openReplica(
  { settings, logger, metrics, onClose }: ProcessContext,
  primary: Database,
  { name, onReplica }: ReadSourcesSetup,
): Replica | null {
  const { DATABASE_REPLICA_URL: url, DATABASE_POOL_SIZE: poolSize } = settings;
  if (url === '') return null;
  const report = dependencyLog(throttledLog(logger), 'replica');
  const lag = metrics.gauge(
    'replica_lag_seconds',
    'How far the replica was behind when the primary last answered',
  );
  const watched = watchReplica({
    primary,
    replica: openDatabase({
      url,
      name: `${name}-replica`,
      poolSize,
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    }),
    maxLagMs: settings.DATABASE_REPLICA_MAX_LAG_MS,
    onLag: (lagMs) => lag.set(lagMs / 1_000),
    onState(problem) {
      report(problem);
      onReplica?.(problem === null);
    },
  });
  onClose('replica', () => watched.close());
  // The failure occurs again on the first query, which handles it.
  void watched.database.prisma.$connect().catch(() => undefined);
  return watched;
}

/** It has no connections until it is needed, and none a few seconds later. */
function openDirect(
  { settings, onClose }: ProcessContext,
  { name }: ReadSourcesSetup,
): (ReadSource & { readonly url: string }) | null {
  const { DATABASE_URL, DATABASE_DIRECT_URL: url, DATABASE_POOL_SIZE: poolSize } = settings;
  if (url === DATABASE_URL) return null;
  const statementTimeoutMs = STATEMENT_TIMEOUT_MS;
  const database = openDatabase({ url, name: `${name}-direct`, poolSize, statementTimeoutMs });
  onClose('direct database', () => database.close());
  return { server: 'direct', url, ...readsOn(database) };
}

function readsOn(database: Database): Pick<ReadSource, 'database' | 'reads'> {
  return { database, reads: apiReads(database) };
}
