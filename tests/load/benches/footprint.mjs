/** Memory of the processes at full load, how it grows, and the processor time of a service that nobody uses. */
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../harness/figures.mjs';
import { CORES, cpuSeconds, residentMb, serving, start } from '../harness/processes.mjs';
import { runWrk, sendReports } from '../harness/senders.mjs';
import { highestId, secondsUntil } from './common.mjs';
import { fill } from './drain.mjs';

const IDLE_SECONDS = 60;
/** A process that has started compiles code, and returns memory for most of a minute, which is not what idling costs. */
const SETTLE_SECONDS = 60;

/** Resident megabytes while `load` runs: the highest, and the slope in megabytes per minute after the first third. */
async function watchMemory(pid, load) {
  const samples = [];
  const timer = setInterval(() => samples.push({ at: performance.now(), mb: residentMb(pid) }), 250);
  await load();
  clearInterval(timer);
  const settled = samples.slice(Math.floor(samples.length / 3));
  return { highest: Math.max(...samples.map(({ mb }) => mb)), slope: slopeOf(settled) * 60_000 };
}

/** Megabytes per millisecond, by least squares. */
function slopeOf(samples) {
  const mean = (read) => samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length;
  const [at, mb] = [mean((sample) => sample.at), mean((sample) => sample.mb)];
  const covariance = mean((sample) => (sample.at - at) * (sample.mb - mb));
  return covariance / mean((sample) => (sample.at - at) ** 2);
}

/** The worker's memory from its start until it has applied a backlog. */
async function watchDrain(stage, tree) {
  await stage.emptyRedis();
  const visible = () => highestId(tree, 'build_runs');
  const from = await visible();
  const queued = await fill(tree);
  const worker = await start(tree.app('worker'), tree.env);
  try {
    return await watchMemory(worker.pid, () => secondsUntil(from + queued, visible, performance.now()));
  } finally {
    await worker.stop();
  }
}

async function measure({ stage, seconds }, tree) {
  const { app, env, demo } = tree;
  await stage.emptyRedis();
  const load = Math.max(seconds, 15);
  const ingest = await serving(app('ingest'), env, CORES.both, (url, pid) =>
    watchMemory(pid, () => sendReports(url, demo.integrations.jenkins.token, load)),
  );
  const path = `/api/v1/projects/${demo.projects.main}/build_runs?limit=50`;
  const headers = { Authorization: `Bearer ${demo.tokens.full}` };
  const api = await serving(app('api'), env, CORES.both, (url, pid) =>
    watchMemory(pid, () => runWrk(url + path, { seconds: load, connections: 32, headers })),
  );
  const drain = await watchDrain(stage, tree);
  await stage.emptyRedis();
  const worker = await start(app('worker'), env);
  const idle = await serving(
    app('standalone'),
    { ...env, BASE_URL: 'http://127.0.0.1' },
    CORES.both,
    async (_url, pid) => {
      await delay(SETTLE_SECONDS * 1000);
      const before = cpuSeconds([pid, worker.pid]);
      await delay(IDLE_SECONDS * 1000);
      return ((cpuSeconds([pid, worker.pid]) - before) / IDLE_SECONDS) * 100;
    },
  );
  await worker.stop();
  return { ingest, api, drain, idle };
}

export async function run(bench) {
  const results = {};
  for (const tree of bench.stage.trees) {
    results[tree.label] = await measure(bench, tree);
    const { ingest, api, drain, idle } = results[tree.label];
    const shown = Object.entries({ ingest, api, worker: drain }).map(
      ([tier, { highest, slope }]) => `${tier} ${Math.round(highest)} MB, ${slope.toFixed(1)} MB/min`,
    );
    bench.say(`${tree.label}: ${shown.join('; ')}; idle ${idle.toFixed(1)} % of a core`);
  }
  const one = (name, aim, unit, read) =>
    figure(name, {
      better: 'lower',
      aim,
      unit,
      samples: Object.fromEntries(Object.entries(results).map(([label, found]) => [label, [read(found)]])),
    });
  return [
    one('memory of ingest at full load', 200, 'MB', ({ ingest }) => ingest.highest),
    one('memory of the api at full load', 250, 'MB', ({ api }) => api.highest),
    one('memory of the worker while it drains', 400, 'MB', ({ drain }) => drain.highest),
    one('processor time of the idle service, share of a core', 2, '%', ({ idle }) => idle),
  ];
}
