/**
 * Measures how fast the api returns a list of builds, a build and a page of the feed. Compares it with node:http that
 * returns the same bytes (the limit) and the textbook (Express and Prisma), one after the other on the same core, with
 * the database on the other. Needs wrk (`apt-get install wrk`) and two cores.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@slipway/local';
import { median, onStage, requireWrk, startPinned } from '../stage.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 32;

const run = promisify(execFile);
const script = (path) => fileURLToPath(new URL(path, import.meta.url));
const SERVERS = {
  limit: script('server-limit.mjs'),
  textbook: script('server-textbook.mjs'),
  api: script('../../../apps/api/dist/main.js'),
};

function readsOf({ projects, accounts }, buildId) {
  const builds = `/api/v1/projects/${projects.main}/build_runs`;
  return {
    'list of 25 builds': `${builds}?limit=25`,
    'one build': `${builds}/${buildId}`,
    'feed, 25 events': `/api/v1/workspace/events?account_id=${accounts.studio.id}&limit=25`,
  };
}

/** Requests per second, once warm, and the 99th percentile. */
async function measure(url, token) {
  const wrk = async (seconds) => {
    const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--latency', '-H', `Authorization: Bearer ${token}`];
    return (await run('wrk', [...args, url])).stdout;
  };
  await wrk(WARM_UP_SECONDS);
  const out = await wrk(SECONDS);
  if (/Non-2xx/.test(out)) throw new Error(`${url} was refused:\n${out}`);
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)[1]),
    p99: /99%\s+(\S+)/.exec(out)[1],
  };
}

async function serving(name, env, work) {
  const port = await freePort();
  const server = await startPinned(SERVERS[name], { ...env, PORT: String(port) });
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    await server.stop();
  }
}

/** The api's responses, which the limit repeats. */
async function answersOf(env, demo) {
  return serving('api', env, async (url) => {
    const headers = { authorization: `Bearer ${demo.tokens.full}` };
    const get = async (path) => {
      const response = await fetch(url + path, { headers });
      if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
      return response.text();
    };
    const { build_runs: builds } = JSON.parse(await get(`/api/v1/projects/${demo.projects.main}/build_runs`));
    const reads = readsOf(demo, builds[0].id);
    const bodies = await Promise.all(Object.values(reads).map(async (path) => [path, await get(path)]));
    return { reads, bodies: Object.fromEntries(bodies) };
  });
}

requireWrk();
await onStage(async ({ env: stage, demo }) => {
  const env = { ...stage, GENERAL_RATE_LIMIT: '1000000000' };
  const { reads, bodies } = await answersOf(env, demo);
  const measured = Object.fromEntries(
    Object.keys(reads).map((read) => [read, Object.fromEntries(Object.keys(SERVERS).map((name) => [name, []]))]),
  );
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const name of Object.keys(SERVERS)) {
      await serving(name, { ...env, BODIES: JSON.stringify(bodies) }, async (url) => {
        for (const [read, path] of Object.entries(reads)) {
          const result = await measure(url + path, demo.tokens.full);
          measured[read][name].push(result);
          console.log(`round ${round}  ${name.padEnd(9)} ${read.padEnd(18)} ${Math.round(result.rate)}/s`);
        }
      });
    }
  }
  console.log('\nread                 server       req/s   of limit   of textbook   p99');
  for (const [read, byServer] of Object.entries(measured)) {
    const rate = (name) => median(byServer[name].map((result) => result.rate));
    for (const [name, results] of Object.entries(byServer)) {
      const { p99 } = results.toSorted((a, b) => a.rate - b.rate)[Math.floor(results.length / 2)];
      const cells = [
        read.padEnd(20),
        name.padEnd(9),
        String(Math.round(rate(name))).padStart(8),
        (rate(name) / rate('limit')).toFixed(2).padStart(10),
        (rate(name) / rate('textbook')).toFixed(2).padStart(13),
        p99.padStart(9),
      ];
      console.log(cells.join(' '));
    }
  }
});
