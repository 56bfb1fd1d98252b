/**
 * How fast pages are read: compared with one prepared statement of the same rows behind bare Express, which knows no
 * tokens, on one core, with PostgreSQL and the reader on the other.
 */
import { figure } from '../harness/figures.mjs';
import { CORES, pin, serving, servingAll } from '../harness/processes.mjs';
import { runWrk } from '../harness/senders.mjs';
import { peer, samplesOf, takeTurns } from './common.mjs';
import { addRows } from './rows.mjs';

const WARM_UP_SECONDS = 4;
const PAGE = 50;

function readsOf({ projects, accounts }) {
  const list = (name) => `/api/v1/projects/${projects.main}/${name}?limit=${PAGE}`;
  return {
    'build runs': list('build_runs'),
    changes: list('changes'),
    tasks: list('tasks'),
    feed: `/api/v1/workspace/events?account_id=${accounts.studio.id}&limit=${PAGE}`,
  };
}

/** The events of the feed as rows of one table, for the peer's query. */
async function storeFeed({ pool, demo, env, app }) {
  await pool.query(`CREATE TABLE bench_feed (account_id int, event_type text, project_id int, project_name text, actor text,
    "timestamp" timestamptz, target_ref text, status text, message text, url text, cursor_key text)`);
  await serving(app('api'), env, CORES.both, async (url) => {
    const { events } = await getJson(url + readsOf(demo).feed, demo.tokens.full);
    await pool.query(
      `INSERT INTO bench_feed SELECT $1::int, e.* FROM json_to_recordset($2) AS e (event_type text, project_id int,
         project_name text, actor text, "timestamp" timestamptz, target_ref text, status text, message text, url text,
         cursor_key text), generate_series(1, 20)`,
      [demo.accounts.studio.id, JSON.stringify(events)],
    );
  });
  await pool.query('CREATE INDEX ON bench_feed (account_id, "timestamp" DESC)');
  await pool.query('VACUUM ANALYZE bench_feed');
}

async function getJson(url, token) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`);
  return response.json();
}

/** Reads a path from all servers in turn. */
function measure(servers, { path, rounds, turns, connections = 32 }) {
  const send = async ({ url, token, etag }, seconds) => {
    const headers = { Authorization: `Bearer ${token}`, ...(etag === undefined ? {} : { 'If-None-Match': etag }) };
    const result = await runWrk(url + path, { connections, cores: CORES.others, headers, seconds });
    if (result.refused > 0) throw new Error(`${path}: ${result.refused} requests were refused`);
    return result;
  };
  return takeTurns(servers, { rounds, turns, warmUpSeconds: WARM_UP_SECONDS, send });
}

/** One reader of a page, who has it already or not, in turns. */
async function measureOneReader(servers, options) {
  const readers = servers.map((server) => ({ ...server, label: `${server.label} whole` }));
  for (const server of servers.filter(({ label }) => label !== 'peer')) {
    const response = await fetch(server.url + options.path, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    readers.push({ ...server, label: `${server.label} unchanged`, etag: response.headers.get('etag') });
  }
  return measure(readers, { ...options, connections: 1 });
}

function measureAll({ stage, rounds, seconds: turns, say }) {
  const [now] = stage.trees;
  const { env, demo } = now;
  const paths = readsOf(demo);
  const servers = [
    { label: 'peer', script: peer('reads'), env, token: demo.tokens.full },
    ...stage.trees.map((tree) => ({
      label: tree.label,
      script: tree.app('api'),
      env: tree.env,
      token: tree.demo.tokens.full,
    })),
  ];
  return servingAll(servers, CORES.measured, async (started) => {
    const results = {};
    for (const [name, path] of Object.entries(paths)) {
      results[name] = await measure(started, { path, rounds, turns });
      say(
        `${name}: ${Object.entries(results[name].at(-1))
          .map(([label, { rate }]) => `${label} ${Math.round(rate)}/s`)
          .join(', ')}`,
      );
    }
    results.oneReader = await measureOneReader(started, { path: paths['build runs'], rounds, turns });
    return results;
  });
}

export async function run(bench) {
  const { stage } = bench;
  const [now] = stage.trees;
  for (const tree of stage.trees) await addRows(tree, { count: 20_000, days: 60 });
  await storeFeed(now);
  const { postgres } = stage.serverPids();
  for (const pid of [process.pid, postgres]) pin(pid, CORES.others);
  let results;
  try {
    results = await measureAll(bench);
  } finally {
    for (const pid of [process.pid, postgres]) pin(pid, CORES.both);
  }
  const aims = { 'build runs': 0.8, changes: 0.8, tasks: 0.8, feed: 0.6 };
  const ratios = (rounds, read) => samplesOf(stage.trees, rounds, read);
  return [
    ...Object.entries(aims).map(([name, aim]) =>
      figure(`a page of ${name}, to one prepared query`, {
        better: 'higher',
        aim,
        samples: ratios(results[name], (round, label) => round[label].rate / round.peer.rate),
      }),
    ),
    figure('a page of build runs for one reader, p50, to one prepared query', {
      better: 'lower',
      aim: 1.25,
      samples: ratios(results.oneReader, (round, label) => round[`${label} whole`].p50 / round['peer whole'].p50),
    }),
    figure('304 to the whole page for one reader, p50', {
      better: 'lower',
      aim: 0.4,
      samples: ratios(
        results.oneReader,
        (round, label) => round[`${label} unchanged`].p50 / round[`${label} whole`].p50,
      ),
    }),
  ];
}
