/**
 * How fast deliveries are accepted: bare node:http that parses the same body (the limit), the textbook (Express, one
 * job per request) and the ingest app, one after the other on the same core, with Redis on appendfsync always.
 * Needs wrk (`apt-get install wrk`) and two cores.
 */
import { execFileSync, fork, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort, startPostgres, startRedis } from '@slipway/local';
import { migrate, seedDemo } from '@slipway/prisma';
import autocannon from 'autocannon';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8);
const CONNECTIONS = 64;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

function requireWrk() {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
  } catch (error) {
    if (error.code !== 'ENOENT') return;
    console.error('wrk is not installed: apt-get install wrk');
    process.exit(1);
  }
}

/** Starts a server on the first core; everything else of the run keeps to the second. */
async function startServer(script, env) {
  const child = fork(script, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  execFileSync('taskset', ['-a', '-c', '-p', '0', String(child.pid)], { stdio: 'ignore' });
  return {
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function runWrk(url, token) {
  return new Promise((resolve, reject) => {
    const args = [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${SECONDS}s`,
      '-s',
      here('report.lua'),
      url,
      '--',
      '/webhooks/ci',
      token,
    ];
    const wrk = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    wrk.stdout.on('data', (chunk) => {
      out += chunk;
    });
    wrk.once('error', reject);
    wrk.once('exit', () => {
      const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0);
      const refused = Number(/Non-2xx or 3xx responses:\s+(\d+)/.exec(out)?.[1] ?? 0);
      resolve({ rate, refused });
    });
  });
}

async function latencyAt(rate, url, token) {
  let number = 0;
  const result = await autocannon({
    url: `${url}/webhooks/ci`,
    method: 'POST',
    connections: 32,
    overallRate: rate,
    duration: SECONDS,
    headers: { 'content-type': 'application/json', 'x-webhook-token': token },
    requests: [
      {
        setupRequest(request) {
          number += 1;
          const report = { job_name: 'Latency', build_number: `${Date.now()}-${number}`, status: 'SUCCESS' };
          return { ...request, body: JSON.stringify({ ...report, logs_tail: 'Compile Module.cpp\n'.repeat(40) }) };
        },
      },
    ],
  });
  return { p50: result.latency.p50, p99: result.latency.p99, refused: result.non2xx };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

requireWrk();
execFileSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)], { stdio: 'ignore' });
const home = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
const postgres = await startPostgres({ home });
const redis = await startRedis({ home, env: process.env });
try {
  await migrate(postgres.url);
  const demoFile = join(home, 'demo.json');
  const appSecret = 'benchmark-benchmark-benchmark';
  await seedDemo({ databaseUrl: postgres.url, appSecret, baseUrl: 'http://127.0.0.1', demoFile });
  const { token } = JSON.parse(await readFile(demoFile, 'utf8')).integrations.jenkins;
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    APP_SECRET: appSecret,
    DATA_DIR: home,
    WEBHOOK_RATE_LIMIT: '1000000000',
    LOG_LEVEL: 'warn',
    METRICS_PORT: '0',
    NODE_ENV: 'production',
  };
  const servers = {
    limit: here('server-limit.mjs'),
    textbook: here('server-textbook.mjs'),
    ingest: fileURLToPath(new URL('../../../apps/ingest/dist/main.js', import.meta.url)),
  };
  const rates = { limit: [], textbook: [], ingest: [] };
  const refused = { limit: 0, textbook: 0, ingest: 0 };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const [name, script] of Object.entries(servers)) {
      const port = await freePort();
      const server = await startServer(script, { ...env, PORT: String(port) });
      const result = await runWrk(`http://127.0.0.1:${port}`, token);
      await server.stop();
      rates[name].push(result.rate);
      refused[name] += result.refused;
      console.log(`round ${round}  ${name.padEnd(9)} ${Math.round(result.rate)}/s`);
    }
  }
  const best = Object.fromEntries(Object.entries(rates).map(([name, list]) => [name, median(list)]));
  const offered = Math.floor(best.textbook * 0.5);
  const latencies = {};
  for (const [name, script] of Object.entries(servers)) {
    const port = await freePort();
    const server = await startServer(script, { ...env, PORT: String(port) });
    latencies[name] = await latencyAt(offered, `http://127.0.0.1:${port}`, token);
    await server.stop();
  }
  console.log(
    `\nserver      req/s    of limit   of textbook   p50 ms   p99 ms  (at ${offered}/s offered)   refused`,
  );
  for (const name of Object.keys(servers)) {
    const { p50, p99 } = latencies[name];
    const cells = [
      name.padEnd(9),
      String(Math.round(best[name])).padStart(8),
      (best[name] / best.limit).toFixed(2).padStart(11),
      (best[name] / best.textbook).toFixed(2).padStart(13),
      String(p50).padStart(8),
      String(p99).padStart(8),
      String(refused[name] + latencies[name].refused).padStart(10),
    ];
    console.log(cells.join(' '));
  }
} finally {
  await redis.stop();
  await postgres.stop();
  await rm(home, { recursive: true, force: true });
}
