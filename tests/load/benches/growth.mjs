/** Whether reads stay as fast when a project grows by a million rows: medians of one reader, before and after. */
import { figure } from '../harness/figures.mjs';
import { CORES, serving } from '../harness/processes.mjs';
import { percentile } from '../harness/senders.mjs';
import { addCommit, addRows } from './rows.mjs';

const ROWS = Number(process.env.BENCH_ROWS ?? 333_000);
const READS = 60;
const PAGES = 1_000;
const BUILDS = { few: 3, many: 20_000 };

async function open(url, token) {
  const headers = { authorization: `Bearer ${token}` };
  return async (path) => {
    const startedAt = performance.now();
    const response = await fetch(url + path, { headers });
    const body = await response.json();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return { ms: performance.now() - startedAt, body };
  };
}

/** The medians of paths that are read in turn. */
async function mediansOf(get, paths) {
  const times = paths.map(() => []);
  for (let read = 0; read < READS; read += 1)
    for (const [place, path] of paths.entries()) times[place].push((await get(path)).ms);
  return times.map((each) => percentile(each.slice(READS / 6), 0.5));
}

/** The path of a page deep in the list, reached as a client reaches it. */
async function deepPage(get, path, pages) {
  let next = path;
  for (let page = 1; page < pages; page += 1) {
    const { body } = await get(next);
    const cursor = body.pagination.next_cursor;
    if (cursor === undefined) break;
    next = `${path}&cursor=${encodeURIComponent(cursor)}`;
  }
  return next;
}

async function measure({ app, env, demo, pool }) {
  return serving(app('api'), env, CORES.both, async (url) => {
    const get = await open(url, demo.tokens.full);
    const of = (name) => `/api/v1/projects/${demo.projects.main}/${name}`;
    const newest = async (table) =>
      (await pool.query(`SELECT max(id) AS id FROM ${table} WHERE project_id = $1`, [demo.projects.main])).rows[0]
        .id;
    const paths = {
      'build runs': `${of('build_runs')}?limit=50`,
      changes: `${of('changes')}?limit=50`,
      tasks: `${of('tasks')}?limit=50`,
      'one build': of(`build_runs/${await newest('build_runs')}`),
      'one change': of(`changes/${await newest('changes')}`),
      'one task': of(`tasks/${await newest('tasks')}`),
      'page 1,000 of tasks': await deepPage(get, `${of('tasks')}?limit=10`, PAGES),
      feed: `/api/v1/workspace/events?account_id=${demo.accounts.studio.id}&limit=50`,
      'a label that no task has': `${of('tasks')}?label=nothing-has-this`,
    };
    const found = {};
    for (const [name, path] of Object.entries(paths)) [found[name]] = await mediansOf(get, [path]);
    return found;
  });
}

/** Details of a commit with many builds, and of a task that it mentions, divided by those of a commit with a few. */
async function measureCommits(tree) {
  const { app, env, demo } = tree;
  const few = await addCommit(tree, { hash: 'a1'.repeat(20), builds: BUILDS.few });
  const many = await addCommit(tree, { hash: 'b2'.repeat(20), builds: BUILDS.many });
  return serving(app('api'), env, CORES.both, async (url) => {
    const get = await open(url, demo.tokens.full);
    const pathsOf = ({ change, task }) => ({ change: `changes/${change}`, task: `tasks/${task}` });
    const [small, large] = [pathsOf(few), pathsOf(many)];
    const ratios = {};
    for (const name of ['change', 'task']) {
      const paths = [small[name], large[name]].map((path) => `/api/v1/projects/${demo.projects.main}/${path}`);
      const [ofFew, ofMany] = await mediansOf(get, paths);
      ratios[name] = ofMany / ofFew;
    }
    return ratios;
  });
}

export async function run({ stage, say }) {
  const ratios = {};
  const commits = {};
  for (const tree of stage.trees) {
    await addRows(tree, { count: 12_000, days: 60 });
    const small = await measure(tree);
    await addRows(tree, { count: ROWS, days: 60 });
    const large = await measure(tree);
    const recent = 'feed, rows of the last day';
    small[recent] = small.feed;
    await addRows(tree, { count: ROWS, days: 1 });
    // Reads everything again, so that the process has run for as long as before.
    ({ feed: large[recent] } = await measure(tree));
    ratios[tree.label] = Object.fromEntries(Object.keys(small).map((name) => [name, large[name] / small[name]]));
    commits[tree.label] = await measureCommits(tree);
    for (const name of Object.keys(small))
      say(`${tree.label}, ${name}: ${small[name].toFixed(1)} ms, then ${large[name].toFixed(1)} ms`);
  }
  const grown = (name, found) =>
    figure(name, {
      better: 'lower',
      aim: 1.2,
      samples: Object.fromEntries(stage.trees.map(({ label }) => [label, [found(label)]])),
    });
  return [
    ...Object.keys(ratios.now).map((name) =>
      grown(`${name} with a million more rows, p50`, (label) => ratios[label][name]),
    ),
    grown('a change with 20,000 builds, to one with three, p50', (label) => commits[label].change),
    grown('a task of such a change, to one of the other, p50', (label) => commits[label].task),
  ];
}
