/**
 * How fast pages are read: compared with one prepared statement of the same rows behind bare Express, which knows no
 * tokens, on one core, with PostgreSQL and the reader on the other.
 */
import { figure } from '../harness/figures.mjs';
import { CORES, pin, serving } from '../harness/processes.mjs';
import { runWrk } from '../harness/senders.mjs';
import { peer, samplesOf } from './common.mjs';
import { addRows } from './rows.mjs';

const WARM_UP_SECONDS = 2;
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

async function measure(url, { token, seconds, headers = {}, connections = 32 }) {
  const options = { connections, cores: CORES.others, headers: { Authorization: `Bearer ${token}`, ...headers } };
  await runWrk(url, { ...options, seconds: WARM_UP_SECONDS });
  const result = await runWrk(url, { ...options, seconds });
  if (result.refused > 0) throw new Error(`${url}: ${result.refused} requests were refused`);
  return result;
}

/** A page that has not changed. */
async function measureUnchanged(url, options) {
  const response = await fetch(url, { headers: { authorization: `Bearer ${options.token}` } });
  return measure(url, { ...options, headers: { 'If-None-Match': response.headers.get('etag') } });
}

async function measureServer(bench, script, { env, demo }, isOurs) {
  const results = {};
  await serving(script, env, CORES.measured, async (url) => {
    const options = { token: demo.tokens.full, seconds: bench.seconds };
    for (const [name, path] of Object.entries(readsOf(demo))) results[name] = await measure(url + path, options);
    const page = url + readsOf(demo)['build runs'];
    const alone = { ...options, connections: 1 };
    results.alone = await measure(page, alone);
    if (isOurs) results.unchanged = await measureUnchanged(page, alone);
  });
  return results;
}

export async function run(bench) {
  const { stage, rounds, say } = bench;
  const [now] = stage.trees;
  for (const tree of stage.trees) await addRows(tree, { count: 20_000, days: 60 });
  await storeFeed(now);
  const { postgres } = stage.serverPids();
  for (const pid of [process.pid, postgres]) pin(pid, CORES.others);
  const measured = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const results = { peer: await measureServer(bench, peer('reads'), now, false) };
      for (const tree of stage.trees)
        results[tree.label] = await measureServer(bench, tree.app('api'), tree, true);
      measured.push(results);
      for (const name of Object.keys(readsOf(now.demo))) {
        const shown = Object.entries(results).map(
          ([label, found]) => `${label} ${Math.round(found[name].rate)}/s`,
        );
        say(`round ${round}, ${name}: ${shown.join(', ')}`);
      }
    }
  } finally {
    for (const pid of [process.pid, postgres]) pin(pid, CORES.both);
  }
  const aims = { 'build runs': 0.8, changes: 0.8, tasks: 0.8, feed: 0.6 };
  return [
    ...Object.entries(aims).map(([name, aim]) =>
      figure(`a page of ${name}, to one prepared query`, {
        ...{ better: 'higher', aim },
        samples: samplesOf(
          stage.trees,
          measured,
          (results, label) => results[label][name].rate / results.peer[name].rate,
        ),
      }),
    ),
    figure('a page of build runs for one reader, p50, to one prepared query', {
      ...{ better: 'lower', aim: 1.25 },
      samples: samplesOf(
        stage.trees,
        measured,
        (results, label) => results[label].alone.p50 / results.peer.alone.p50,
      ),
    }),
    figure('304 to the whole page for one reader, p50', {
      ...{ better: 'lower', aim: 0.4 },
      samples: samplesOf(
        stage.trees,
        measured,
        (results, label) => results[label].unchanged.p50 / results[label].alone.p50,
      ),
    }),
  ];
}
