import { freePort, startPgBouncer } from '@slipway/local';
import { type TestCluster, type TestProcess, testCluster, testProcess } from '@slipway/testing';
import { type AppProcess, appProcesses } from '../faults/app-process.js';
import { startNameServer } from './name-server.js';
import { startNginx } from './nginx.js';
import { type PostgresPair, startPostgresPair } from './postgres-pair.js';

/** Each host of a tier has an address of its own and the same port. */
const HOSTS = {
  ingest: ['127.0.0.21', '127.0.0.22'],
  api: ['127.0.0.31', '127.0.0.32'],
  worker: ['127.0.0.41', '127.0.0.42'],
  console: ['127.0.0.51'],
} as const;
type Tier = keyof typeof HOSTS;

/** What a studio with several hosts runs, all of it on this machine. */
export interface Hosts {
  readonly context: TestProcess;
  readonly cluster: TestCluster;
  readonly databases: PostgresPair;
  /** nginx, behind which everything is. */
  readonly url: string;
  /** Sends SIGKILL to the first process of a tier. */
  kill(tier: Tier): Promise<void>;
  /** Starts the process again that was killed. */
  start(tier: Tier): Promise<void>;
  restartPgBouncer(): Promise<void>;
}

/** Await it at the top of a test file. Everything ends with the tests of the file. */
export async function startHosts(): Promise<Hosts> {
  const [cluster, databases] = await Promise.all([testCluster({ replicas: true }), startPostgresPair()]);
  const pgBouncer = await startPgBouncer({ url: databases.primaryUrl, poolSize: 20 });
  const context = await testProcess({ DATABASE_URL: databases.primaryUrl, REDIS_URL: cluster.url });
  context.onClose('servers', async () => {
    await pgBouncer.stop();
    await cluster.stop();
  });
  const [port, nameServer] = [await freePort(), await startNameServer()];
  const common = {
    DATABASE_URL: pgBouncer.url,
    DATABASE_DIRECT_URL: databases.primaryUrl,
    DATABASE_REPLICA_URL: databases.replicaUrl,
    PORT: String(port),
    METRICS_PORT: '0',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
    GENERAL_RATE_LIMIT: '1000000',
  };
  const running = new Map<string, AppProcess>();
  const tiers = Object.keys(HOSTS) as Tier[];
  const starters = new Map(tiers.map((tier) => [tier, appProcesses(tier, context.settings)]));
  async function start(tier: Tier, host: string): Promise<void> {
    const dataDir = `${context.settings.DATA_DIR}/${host}`;
    const starter = starters.get(tier) as ReturnType<typeof appProcesses>;
    running.set(host, await starter({ ...common, HOST: host, DATA_DIR: dataDir }));
  }
  const all = tiers.flatMap((tier) => HOSTS[tier].map((host) => start(tier, host)));
  const [url] = await Promise.all([startNginx({ nameServerPort: nameServer.port, upstreamPort: port }), ...all]);
  for (const tier of tiers) nameServer.set(tier, HOSTS[tier]);
  return {
    context,
    cluster,
    databases,
    url,
    async kill(tier) {
      await running.get(HOSTS[tier][0])?.kill();
    },
    start: (tier) => start(tier, HOSTS[tier][0]),
    restartPgBouncer: pgBouncer.restart,
  };
}
