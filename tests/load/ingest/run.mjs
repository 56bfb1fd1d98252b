/**
 * Measures how fast deliveries are accepted by bare node:http that parses the same body (the limit), by the textbook
 * (Express, one job per request) and by ingest, one after the other on the same core, with appendfsync always. Each is
 * warmed up first, because servers run for days. Needs wrk (`apt-get install wrk`) and two cores.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '@slipway/local';
import { connectPatient } from '@slipway/queue';
import { median, onStage, requireWrk, runWrk, sendSteadily, startPinned } from '../stage.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WARM_UP_SECONDS = 10;
const SENDER_WARM_UP_SECONDS = 3;

const SERVERS = {
  limit: fileURLToPath(new URL('server-limit.mjs', import.meta.url)),
  textbook: fileURLToPath(new URL('server-textbook.mjs', import.meta.url)),
  ingest: fileURLToPath(new URL('../../../apps/ingest/dist/main.js', import.meta.url)),
};

async function emptyRedis(url) {
  const redis = connectPatient({ REDIS_URL: url }, (problem) => problem && console.error(problem.message));
  await redis.flushall();
  redis.disconnect();
}

/** Runs `work` against a warm server, with an empty Redis. */
async function against(name, { env, token }, work) {
  await emptyRedis(env.REDIS_URL);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startPinned(SERVERS[name], { ...env, PORT: String(port) });
  try {
    await runWrk({ url, token, seconds: WARM_UP_SECONDS });
    return await work(url);
  } finally {
    await server.stop();
  }
}

const LOG = 'Compile Module.cpp\n'.repeat(40);

async function latencyAt(perSecond, url, token) {
  const stop = sendSteadily({ url, token, perSecond, job: 'Latency', log: LOG });
  await delay((SENDER_WARM_UP_SECONDS + SECONDS) * 1000);
  const answers = await stop();
  // The sender must warm up too.
  const sorted = answers
    .filter(({ second }) => second >= SENDER_WARM_UP_SECONDS)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.floor(sorted.length * share)].toFixed(1);
  return { p50: at(0.5), p99: at(0.99), refused: answers.filter(({ status }) => status !== 200).length };
}

requireWrk();
await onStage(async ({ env, demo }) => {
  const { token } = demo.integrations.jenkins;
  const stage = { env, token };
  const rates = { limit: [], textbook: [], ingest: [] };
  const refused = { limit: 0, textbook: 0, ingest: 0 };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of Object.keys(SERVERS)) {
      const result = await against(name, stage, (url) => runWrk({ url, token, seconds: SECONDS }));
      rates[name].push(result.rate);
      refused[name] += result.refused;
      console.log(`round ${round}  ${name.padEnd(9)} ${Math.round(result.rate)}/s`);
    }
  }
  const rate = Object.fromEntries(Object.entries(rates).map(([name, list]) => [name, median(list)]));
  const offered = Math.floor(rate.textbook * 0.5);
  console.log(
    `\nserver      req/s    of limit   of textbook   p50 ms   p99 ms  (at ${offered}/s offered)   refused`,
  );
  for (const name of Object.keys(SERVERS)) {
    const latency = await against(name, stage, (url) => latencyAt(offered, url, token));
    const cells = [
      name.padEnd(9),
      String(Math.round(rate[name])).padStart(8),
      (rate[name] / rate.limit).toFixed(2).padStart(11),
      (rate[name] / rate.textbook).toFixed(2).padStart(13),
      latency.p50.padStart(8),
      latency.p99.padStart(8),
      String(refused[name] + latency.refused).padStart(10),
    ];
    console.log(cells.join(' '));
  }
});
