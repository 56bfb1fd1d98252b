/** The setup of the benchmarks: a database and a queue with the demo studio, servers pinned to a core, and wrk. */
import { execFileSync, fork, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres, startRedis } from '@slipway/local';
import { migrate } from '@slipway/prisma';
import { seedDemo } from '@slipway/seed';

const REPORT = fileURLToPath(new URL('report.lua', import.meta.url));
const CONNECTIONS = 64;
const SERVER_CORE = '0';
const OTHER_CORE = '1';

export function requireWrk() {
  try {
    execFileSync('wrk', ['-v'], { stdio: 'ignore' });
  } catch (error) {
    if (error.code !== 'ENOENT') return;
    console.error('wrk is not installed: apt-get install wrk');
    process.exit(1);
  }
}

const pin = (pid, core) => execFileSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' });

/** Calls `work` with settings and demo data. Everything except the measured processes runs on the other core. */
export async function onStage(work) {
  pin(process.pid, OTHER_CORE);
  const home = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const postgres = await startPostgres({ home });
  let redis = await startRedis({ home, env: process.env });
  /** Kills Redis with SIGKILL, and restarts it with the data it had written. */
  async function killRedis(seconds) {
    process.kill(redis.pid, 'SIGKILL');
    await delay(seconds * 1000);
    redis = await startRedis({ home, env: process.env });
  }
  try {
    await migrate(postgres.url);
    const demoFile = join(home, 'demo.json');
    const appSecret = 'benchmark-benchmark-benchmark';
    await seedDemo({ databaseUrl: postgres.url, appSecret, baseUrl: 'http://127.0.0.1', demoFile });
    const demo = JSON.parse(await readFile(demoFile, 'utf8'));
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
    await work({ env, demo, killRedis });
  } finally {
    await redis.stop();
    await postgres.stop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Starts a process on the measured core; resolves when it reports that it is ready. */
export async function startPinned(script, env) {
  const child = fork(script, { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  await new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
  pin(child.pid, SERVER_CORE);
  return {
    pid: child.pid,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Sends CI reports, each for a new build, as fast as they are answered. */
export function runWrk({ url, token, seconds }) {
  return new Promise((resolve, reject) => {
    const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '-s', REPORT, url, '--', '/webhooks/ci', token];
    const wrk = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let out = '';
    wrk.stdout.on('data', (chunk) => {
      out += chunk;
    });
    wrk.once('error', reject);
    wrk.once('exit', () => {
      resolve({
        rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1] ?? 0),
        answered: Number(/(\d+) requests in/.exec(out)?.[1] ?? 0),
        refused: Number(/Non-2xx or 3xx responses:\s+(\d+)/.exec(out)?.[1] ?? 0),
      });
    });
  });
}

/** Resolves with the status, or with the error message. */
function post(url, { agent, token, body }) {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-webhook-token': token,
  };
  return new Promise((resolve) => {
    const request = httpRequest(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('close', () => resolve(response.complete ? response.statusCode : 'broken off'));
    });
    request.once('error', (error) => resolve(error.message));
    request.end(body);
  });
}

const TICK_MS = 2;

/**
 * Sends CI reports, each for a new build, at a constant rate, however long the responses take. Returns a function that
 * stops sending and resolves with all responses, each with the milliseconds since its request was due.
 */
export function sendSteadily({ url, token, perSecond, job, log }) {
  const answers = [];
  const underway = new Set();
  const agent = new Agent({ keepAlive: true });
  const start = performance.now();
  let number = 0;
  async function send(build) {
    const second = build / perSecond;
    const report = { job_name: job, build_number: String(build), status: 'SUCCESS', logs_tail: log };
    const status = await post(`${url}/webhooks/ci`, { agent, token, body: JSON.stringify(report) });
    answers.push({ build: String(build), status, second, ms: performance.now() - start - second * 1000 });
  }
  const timer = setInterval(() => {
    const due = ((performance.now() - start) / 1000) * perSecond;
    while (number < due) {
      number += 1;
      const one = send(number).finally(() => underway.delete(one));
      underway.add(one);
    }
  }, TICK_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(underway);
    agent.destroy();
    return answers;
  };
}

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
