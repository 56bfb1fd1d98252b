/** What two and four processes of a tier do, compared with one, on the two cores that they share with everything else. */
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { runWrk, sendReports } from '../harness/senders.mjs';
import { highestId, samplesOf, secondsUntil } from './common.mjs';
import { fill } from './drain.mjs';

const COUNTS = [1, 2, 4];
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 64;

/** Runs `work` with the addresses of several servers. */
async function servingMany(script, env, count, work) {
  const serveNext = (urls) =>
    urls.length === count ? work(urls) : serving(script, env, CORES.both, (url) => serveNext([...urls, url]));
  return serveNext([]);
}

/** The sum of the rates at which servers answer at the same time. */
async function rateOf(urls, send, seconds) {
  const options = { connections: CONNECTIONS / urls.length };
  await Promise.all(urls.map((url) => send(url, WARM_UP_SECONDS, options)));
  const results = await Promise.all(urls.map((url) => send(url, seconds, options)));
  return results.reduce((sum, { rate }) => sum + rate, 0);
}

async function accept({ stage, seconds }, { app, env, demo }, count) {
  await stage.emptyRedis();
  const send = (url, time, options) => sendReports(url, demo.integrations.jenkins.token, time, options);
  return servingMany(app('ingest'), env, count, (urls) => rateOf(urls, send, seconds));
}

async function read({ seconds }, { app, env, demo }, count) {
  const path = `/api/v1/projects/${demo.projects.main}/build_runs?limit=50`;
  const headers = { Authorization: `Bearer ${demo.tokens.full}` };
  const send = (url, time, options) => runWrk(url + path, { ...options, seconds: time, headers });
  return servingMany(app('api'), env, count, (urls) => rateOf(urls, send, seconds));
}

async function drain({ stage }, tree, count) {
  await stage.emptyRedis();
  const visible = () => highestId(tree, 'build_runs');
  const from = await visible();
  const queued = await fill(tree);
  const workers = await Promise.all(Array.from({ length: count }, () => start(tree.app('worker'), tree.env)));
  try {
    return queued / (await secondsUntil(from + queued, visible, performance.now()));
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

const TIERS = { ingest: accept, api: read, worker: drain };

/** Rates of one, two and four processes of a tier. */
async function measureTier(bench, tier, tree) {
  const rates = {};
  for (const count of COUNTS) rates[count] = await TIERS[tier](bench, tree, count);
  return rates;
}

export async function run(bench) {
  const { stage, rounds, say } = bench;
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    const results = Object.fromEntries(stage.trees.map(({ label }) => [label, {}]));
    for (const tier of Object.keys(TIERS))
      for (const tree of stage.trees) {
        const rates = await measureTier(bench, tier, tree);
        results[tree.label][tier] = rates;
        const shown = Object.entries(rates).map(([count, rate]) => `${count}: ${Math.round(rate)}/s`);
        say(`round ${round}, ${tree.label}, ${tier} processes ${shown.join(', ')}`);
      }
    measured.push(results);
  }
  const ratio = (tier, count) => (results, label) => results[label][tier][count] / results[label][tier][1];
  return Object.keys(TIERS).flatMap((tier) =>
    COUNTS.slice(1).map((count) =>
      figure(`${count} ${tier} processes, to one`, {
        better: 'higher',
        samples: samplesOf(stage.trees, measured, ratio(tier, count)),
      }),
    ),
  );
}
