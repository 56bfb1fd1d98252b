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
import { CORES, pin, serving, servingAll } from '../harness/processes.mjs';
import { percentile, runWrk, sendReports, sendSteadily, toRequest } from '../harness/senders.mjs';
import { peer, samplesOf, takeTurns } from './common.mjs';

const WARM_UP_SECONDS = 10;
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

/** The peers, and ingest of each tree. */
function serversOf({ trees }, peers, { provider }) {
  const [{ env, demo }] = trees;
  const integration = demo.integrations[provider];
  return [
    ...peers.map((label) => ({ label, script: peer(label), env, integration })),
    ...trees.map((tree) => ({
      label: tree.label,
      script: tree.app('ingest'),
      env: tree.env,
      integration: tree.demo.integrations[provider],
    })),
  ];
}

function measureRates({ stage, rounds, seconds }) {
  const servers = serversOf(stage, ['limit', 'textbook', 'fastify'], { provider: 'jenkins' });
  return servingAll(servers, CORES.measured, async (started) => {
    await stage.emptyRedis();
    const send = ({ url, integration }, forSeconds) =>
      sendReports(url, integration.token, forSeconds, { cores: CORES.others });
    return takeTurns(started, { rounds, turns: seconds, warmUpSeconds: WARM_UP_SECONDS, send });
  });
}

/** Latencies of each tree at 70 % of its own rate, as low as that was, divided by those of the limit at the same rate. */
async function measureWaiting({ stage, seconds }, rates) {
  const ratios = {};
  for (const { label, app, env, demo } of stage.trees) {
    const { token } = demo.integrations.jenkins;
    const perSecond = Math.floor(rates[label].lowestRate * LOAD);
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
    added: [],
    removed: [],
    modified: [`Source/Harbor/Quay${number}.cpp`],
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
async function measureSigned({ stage, rounds, seconds }, folder) {
  const body = pushOf(PUSH_BYTES);
  const file = join(folder, 'push.json');
  await writeFile(file, body);
  const servers = serversOf(stage, ['limit'], { provider: 'github' }).map((server) => ({
    ...server,
    env: { ...server.env, SECRET: server.integration.secret },
  }));
  return servingAll(servers, CORES.measured, async (started) => {
    await stage.emptyRedis();
    const send = async ({ url, integration: { token, secret } }, forSeconds) => {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const args = ['/webhooks/github', token, signature, file];
      const result = await runWrk(url, { lua: 'push', args, cores: CORES.others, seconds: forSeconds });
      if (result.refused > 0) throw new Error(`${result.refused} pushes were refused`);
      return result;
    };
    return takeTurns(started, { rounds, turns: seconds, warmUpSeconds: WARM_UP_SECONDS, send });
  });
}

export async function run(bench) {
  const { stage, say } = bench;
  const { postgres, redis } = stage.serverPids();
  const measured = [];
  const folder = await mkdtemp(join(tmpdir(), 'slipway-push-'));
  for (const pid of [process.pid, postgres, redis]) pin(pid, CORES.others);
  try {
    const rates = await measureRates(bench);
    for (const [round, found] of rates.entries()) {
      const shown = Object.entries(found).map(([name, { rate }]) => `${name} ${Math.round(rate)}/s`);
      say(`round ${round + 1}: ${shown.join(', ')}`);
    }
    const signed = await measureSigned(bench, folder);
    for (const [round, ratesOfRound] of rates.entries())
      measured.push({
        rates: ratesOfRound,
        signed: signed[round],
        waiting: await measureWaiting(bench, ratesOfRound),
      });
  } finally {
    for (const pid of [process.pid, postgres, redis]) pin(pid, CORES.both);
    await rm(folder, { recursive: true, force: true });
  }
  const samples = (read) => samplesOf(stage.trees, measured, read);
  const rate = (name, aim, other) =>
    figure(name, {
      better: 'higher',
      aim,
      samples: samples(({ rates }, label) => rates[label].rate / rates[other].rate),
    });
  const wait = (share, aim) =>
    figure(`wait for the answer at 70 % load, ${share}, to the limit`, {
      better: 'lower',
      aim,
      samples: samples(({ waiting }, label) => waiting[label][share]),
    });
  return [
    rate('accept alone, to the textbook', 6, 'textbook'),
    rate('accept alone, to Fastify with addBulk', undefined, 'fastify'),
    rate('accept alone, to the limit', 0.7, 'limit'),
    wait('p50', 6),
    wait('p99', 8),
    figure('accept signed pushes of 20 KB, to a limit with the same HMAC', {
      better: 'higher',
      aim: 0.6,
      samples: samples(({ signed }, label) => signed[label].rate / signed.limit.rate),
    }),
  ];
}
