/**
 * Whether a project that floods delays another one of its shard: the events of a big cook, one webhook per asset, are sent
 * as fast as they are accepted, and changelists of 40,000 files with them, while another project gets a push every 100 ms.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { percentile, runWrk } from '../harness/senders.mjs';
import { secondsUntil } from './common.mjs';

const FLOOD_SECONDS = 8;
const CHANGELISTS = 3;
const CHANGELIST_EVERY_MS = 2_000;
const FILES = 40_000;
const CONNECTIONS = 128;
const PUSH_EVERY_MS = 100;
const LOOK_EVERY_MS = 20;
const SHARDS = 8;

/** A project of the same account and shard as another, with GitHub connected to it. */
async function neighborOf(pool, projectId) {
  for (;;) {
    const { rows } = await pool.query(
      `INSERT INTO projects (account_id, name, engine) SELECT account_id, 'Neighbor', 'unreal' FROM projects WHERE id = $1
       RETURNING id, account_id`,
      [projectId],
    );
    const [{ id, account_id: accountId }] = rows;
    if (id % SHARDS !== projectId % SHARDS) continue;
    const token = randomBytes(32).toString('hex');
    const hash = createHash('sha256').update(token).digest('hex');
    await pool.query(
      `INSERT INTO integrations (account_id, project_id, provider, name, token_hash, token_prefix)
       VALUES ($1, $2, 'github', 'GitHub', $3, $4)`,
      [accountId, id, hash, token.slice(0, 8)],
    );
    return { id, token };
  }
}

async function post(url, headers, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
}

/** Sends one webhook per asset of one build, and returns how many were accepted. */
async function cook(url, token) {
  const { answered, refused } = await runWrk(url, {
    seconds: FLOOD_SECONDS,
    connections: CONNECTIONS,
    lua: 'cook',
    args: ['/webhooks/game_engine/asset_cooked', token],
  });
  if (refused > 0) throw new Error(`${refused} of ${answered} assets were refused`);
  return answered;
}

/** Sends changelists of 40,000 files, and returns the milliseconds until the slowest was answered. */
async function sendBigChangelists(url, token) {
  const files = Array.from({ length: FILES }, (_, number) => ({
    path: `//depot/art/Prop_${number}.uasset`,
    action: 'edit',
  }));
  const times = [];
  for (let number = 1; number <= CHANGELISTS; number += 1) {
    await delay(CHANGELIST_EVERY_MS);
    const changelist = { changelist: 9_000_000 + number, user: 'mvoss', description: 'Resave all props', files };
    const startedAt = performance.now();
    await post(`${url}/webhooks/perforce`, { 'x-service-token': token }, changelist);
    times.push(performance.now() - startedAt);
  }
  return Math.max(...times);
}

async function push(url, token, number) {
  const sha = createHash('sha1').update(`push ${number}`).digest('hex');
  const commit = {
    id: sha,
    message: `Relight the quay ${number}`,
    timestamp: new Date().toISOString(),
    author: { name: 'Mira Voss', username: 'mira' },
    added: [],
    removed: [],
    modified: ['Source/Harbor/Quay.cpp'],
  };
  const body = {
    ref: 'refs/heads/main',
    after: sha,
    commits: [commit],
    repository: { full_name: 'studio/harbor' },
  };
  await post(`${url}/webhooks/github`, { 'x-github-event': 'push', 'x-service-token': token }, body);
  return { sha, answeredAt: performance.now() };
}

/** Sends pushes until `stop`, which resolves with the lag of each in milliseconds. */
function watchPushes(pool, url, { id: projectId, token }) {
  let stopped = false;
  const waiting = new Map();
  const lags = [];
  async function send() {
    for (let number = 1; !stopped; number += 1) {
      const { sha, answeredAt } = await push(url, token, number);
      waiting.set(sha, answeredAt);
      await delay(PUSH_EVERY_MS);
    }
  }
  async function look() {
    while (!stopped || waiting.size > 0) {
      const values = [projectId, [...waiting.keys()]];
      const text = 'SELECT identifier FROM changes WHERE project_id = $1 AND identifier = ANY ($2)';
      for (const { identifier } of (await pool.query({ name: 'pushes', text, values })).rows) {
        lags.push(performance.now() - waiting.get(identifier));
        waiting.delete(identifier);
      }
      await delay(LOOK_EVERY_MS);
    }
  }
  const done = Promise.all([send(), look()]);
  return {
    async stop() {
      stopped = true;
      await done;
      return lags;
    },
  };
}

async function measure(stage, { app, env, demo, pool }) {
  await stage.emptyRedis();
  const worker = await start(app('worker'), env);
  try {
    return await serving(app('ingest'), env, CORES.both, async (url) => {
      const neighbor = await neighborOf(pool, demo.projects.main);
      const pushes = watchPushes(pool, url, neighbor);
      const startedAt = performance.now();
      const cooking = cook(url, demo.integrations.game_engine.token);
      const answerMs = await sendBigChangelists(url, demo.integrations.perforce.token);
      const assets = await cooking;
      const cooked = async () => {
        const text = `SELECT count(*)::int AS count FROM assets WHERE project_id = $1 AND path LIKE '/Game/Harbor/Props/SM_Prop_%'`;
        return (await pool.query(text, [demo.projects.main])).rows[0].count;
      };
      const seconds = await secondsUntil(assets, cooked, startedAt, 250);
      const lags = await pushes.stop();
      return { assets, seconds, answerMs, p99: percentile(lags, 0.99) };
    });
  } finally {
    await worker.stop();
  }
}

export async function run({ stage, say }) {
  const results = {};
  for (const tree of stage.trees) {
    results[tree.label] = await measure(stage, tree);
    const { assets, seconds, answerMs, p99 } = results[tree.label];
    say(
      `${tree.label}: ${assets} assets in ${seconds.toFixed(1)} s, changelists answered in ${Math.round(answerMs)} ms, pushes p99 ${Math.round(p99)} ms`,
    );
  }
  const one = (name, aim, read) =>
    figure(name, {
      better: 'lower',
      aim,
      unit: 'ms',
      samples: Object.fromEntries(Object.entries(results).map(([label, found]) => [label, [read(found)]])),
    });
  return [
    one('a push while another project floods, p99', 2000, ({ p99 }) => p99),
    one('answer to a changelist of 40,000 files', 1000, ({ answerMs }) => answerMs),
  ];
}
