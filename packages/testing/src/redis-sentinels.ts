import { durableLines, eventually, type RedisServer, redisServers } from '@slipway/local';

const PASSWORD = 'server-password';
const GROUP = 'slipway-group';

/** A master with a replica, and the Sentinels that watch them. */
export interface TestSentinels {
  readonly url: string;
  readonly sentinelPassword: string;
  readonly master: RedisServer;
  readonly replica: RedisServer;
  /** The port of the master, according to a Sentinel. */
  masterPort(): Promise<number>;
  /** Call this after the clients are closed. */
  stop(): Promise<void>;
}

const SENTINEL_PASSWORD = 'sentinel-password';

/** Starts the servers. Await it at the top level of a test file. */
export async function testSentinels(): Promise<TestSentinels> {
  const { start, stop } = await redisServers();
  const lines = durableLines(PASSWORD);
  const master = await start({ password: PASSWORD, lines });
  const replica = await start({ password: PASSWORD, lines: [...lines, `replicaof 127.0.0.1 ${master.port}`] });
  const watching = [
    `requirepass ${SENTINEL_PASSWORD}`,
    `sentinel sentinel-pass ${SENTINEL_PASSWORD}`,
    `sentinel monitor ${GROUP} 127.0.0.1 ${master.port} 2`,
    `sentinel auth-pass ${GROUP} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${GROUP} 1000`,
    `sentinel failover-timeout ${GROUP} 5000`,
  ];
  const one = () => start({ password: SENTINEL_PASSWORD, sentinel: true, lines: watching });
  const sentinels = await Promise.all([one(), one(), one()]);
  await eventually('the Sentinels know each other and the replica', () => isComplete(sentinels), 30_000);
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    url: `redis+sentinel://:${PASSWORD}@${hosts}/${GROUP}`,
    sentinelPassword: SENTINEL_PASSWORD,
    master,
    replica,
    async masterPort() {
      const [, port] = (await sentinels[0].call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', GROUP)) as [string, string];
      return Number(port);
    },
    stop,
  };
}

async function isComplete(sentinels: readonly RedisServer[]): Promise<true | undefined> {
  const states = await Promise.all(sentinels.map((sentinel) => sentinel.info('master0')));
  return states.every((state) => /status=ok,.*slaves=1,sentinels=3/.test(state ?? '')) ? true : undefined;
}
