/**
 * How fast webhooks are accepted. The server has a core to itself; Redis (appendfsync always), PostgreSQL and the sender
 * share the other.
 */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../harness/figures.mjs';
import { CORES, pin, serving } from '../harness/processes.mjs';
import { percentile, runWrk, sendReports, sendSteadily, toRequest } from '../harness/senders.mjs';
import { peer, samplesOf } from './common.mjs';

const WARM_UP_SECONDS = 3;
const LOAD = 0.7;
const LOG = '[512/1024] Compile Module.Harbor.cpp\n'.repeat(20);
const PUSH_BYTES = 20_000;

function reportBytes(token, run) {
  return (number) => {
    const build = { job_name: 'Latency', build_number: `${run}-${number}`, status: 'SUCCESS', logs_tail: LOG };
    return toRequest('/webhooks/ci', { 'x-webhook-token': token }, JSON.stringify(build));
  };
}

async function waitingAt(url, token, { perSecond, seconds }) {
  const stop = sendSteadily(url, { perSecond, next: reportBytes(token, Date.now()) });
  await delay((seconds + 1) * 1000);
  const answers = await stop();
  const late = answers.filter(({ number }) => number > perSecond).map(({ ms }) => ms);
  return { p50: percentile(late, 0.5), p99: percentile(late, 0.99) };
}

async function measureRates({ stage, seconds }) {
  const [now] = stage.trees;
  const token = now.demo.integrations.jenkins.token;
  const others = { cores: CORES.others };
  const rateOf = (script, env, tokenOfTree) =>
    serving(script, env, CORES.measured, async (url) => {
      await stage.emptyRedis();
      await sendReports(url, tokenOfTree, WARM_UP_SECONDS, others);
      return (await sendReports(url, tokenOfTree, seconds, others)).rate;
    });
  const rates = {};
  for (const name of ['limit', 'textbook', 'fastify']) rates[name] = await rateOf(peer(name), now.env, token);
  for (const { label, app, env, demo } of stage.trees)
    rates[label] = await rateOf(app('ingest'), env, demo.integrations.jenkins.token);
  return rates;
}

/** Latencies of each tree at 70 % of its own rate, divided by those of the limit at the same rate. */
async function measureWaiting({ stage, seconds }, rates) {
  const ratios = {};
  for (const { label, app, env, demo } of stage.trees) {
    const { token } = demo.integrations.jenkins;
    const perSecond = Math.floor(rates[label] * LOAD);
    const waiting = (script) =>
      serving(script, env, CORES.measured, async (url) => {
        await stage.emptyRedis();
        await sendReports(url, token, WARM_UP_SECONDS, { cores: CORES.others });
        return waitingAt(url, token, { perSecond, seconds });
      });
    const [limit, own] = [await waiting(peer('limit')), await waiting(app('ingest'))];
    ratios[label] = { p50: own.p50 / limit.p50, p99: own.p99 / limit.p99 };
  }
  return ratios;
}

function pushOf(bytes) {
  const commit = (number) => ({
    id: number.toString(16).padStart(40, 'a'),
    message: `Relight the quay, part ${number}`,
    timestamp: '2026-03-01T12:00:00Z',
    author: { name: 'Mira Voss', username: 'mira' },
    ...{ added: [], removed: [], modified: [`Source/Harbor/Quay${number}.cpp`] },
  });
  const commits = [];
  const push = {
    ref: 'refs/heads/main',
    after: 'a'.repeat(40),
    commits,
    repository: { full_name: 'studio/harbor' },
  };
  while (JSON.stringify(push).length < bytes) commits.push(commit(commits.length));
  return JSON.stringify(push);
}

/** Signed pushes, compared with a limit that computes the same signature. */
async function measureSigned({ stage, seconds }, folder) {
  const body = pushOf(PUSH_BYTES);
  const file = join(folder, 'push.json');
  await writeFile(file, body);
  const rateOf = (script, env, { token, secret }) =>
    serving(script, { ...env, SECRET: secret }, CORES.measured, async (url) => {
      await stage.emptyRedis();
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const options = { lua: 'push', args: ['/webhooks/github', token, signature, file], cores: CORES.others };
      await runWrk(url, { ...options, seconds: WARM_UP_SECONDS });
      const { rate, refused } = await runWrk(url, { ...options, seconds });
      if (refused > 0) throw new Error(`${refused} pushes were refused`);
      return rate;
    });
  const [now] = stage.trees;
  const rates = { limit: await rateOf(peer('limit'), now.env, now.demo.integrations.github) };
  for (const { label, app, env, demo } of stage.trees)
    rates[label] = await rateOf(app('ingest'), env, demo.integrations.github);
  return rates;
}

export async function run(bench) {
  const { stage, rounds, say } = bench;
  const { postgres, redis } = stage.serverPids();
  const measured = [];
  const folder = await mkdtemp(join(tmpdir(), 'slipway-push-'));
  for (const pid of [process.pid, postgres, redis]) pin(pid, CORES.others);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const rates = await measureRates(bench);
      const shown = Object.entries(rates).map(([name, rate]) => `${name} ${Math.round(rate)}/s`);
      say(`round ${round}: ${shown.join(', ')}`);
      const waiting = await measureWaiting(bench, rates);
      measured.push({ rates, waiting, signed: await measureSigned(bench, folder) });
    }
  } finally {
    for (const pid of [process.pid, postgres, redis]) pin(pid, CORES.both);
    await rm(folder, { recursive: true, force: true });
  }
  const samples = (read) => samplesOf(stage.trees, measured, read);
  const rate = (name, aim, other) =>
    figure(name, { better: 'higher', aim, samples: samples(({ rates }, label) => rates[label] / rates[other]) });
  const wait = (share, aim) =>
    figure(`wait for the answer at 70 % load, ${share}, to the limit`, {
      ...{ better: 'lower', aim },
      samples: samples(({ waiting }, label) => waiting[label][share]),
    });
  return [
    rate('accept alone, to the textbook', 6, 'textbook'),
    rate('accept alone, to Fastify with addBulk', undefined, 'fastify'),
    rate('accept alone, to the limit', 0.7, 'limit'),
    wait('p50', 6),
    wait('p99', 8),
    figure('accept signed pushes of 20 KB, to a limit with the same HMAC', {
      ...{ better: 'higher', aim: 0.6 },
      samples: samples(({ signed }, label) => signed[label] / signed.limit),
    }),
  ];
}
