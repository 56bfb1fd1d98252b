/**
 * Measures whether a flooding project delays another one in its shard. The events of a big cook, one webhook per asset,
 * are sent as fast as ingest accepts them, while another project gets a push every 100 ms. The lag of a push is the
 * time from its response until its change is readable. Ingest and worker share one core; the database, Redis and this
 * script use the other. Needs two cores.
 */
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@slipway/db';
import { hashToken } from '@slipway/domain';
import { freePort } from '@slipway/local';
import autocannon from 'autocannon';
import { onStage, startPinned } from '../stage.mjs';

const ASSETS = Number(process.env.BENCH_ASSETS ?? 50_000);
const CONNECTIONS = 128;
const PUSH_EVERY_MS = 100;
const LOOK_EVERY_MS = 20;
const SHARDS = 8;
const script = (path) => fileURLToPath(new URL(path, import.meta.url));

/** A project in the same account and shard as another, with GitHub connected. */
async function neighbourOf({ prisma }, projectId) {
  const { accountId } = await prisma.project.findUniqueOrThrow({ where: { id: projectId } });
  for (;;) {
    const { id } = await prisma.project.create({ data: { accountId, name: 'Neighbour', engine: 'unreal' } });
    if (id % SHARDS !== projectId % SHARDS) continue;
    const token = randomBytes(32).toString('hex');
    const keys = { tokenHash: hashToken(token), tokenPrefix: token.slice(0, 8) };
    await prisma.integration.create({
      data: { accountId, projectId: id, provider: 'github', name: 'GitHub', ...keys },
    });
    return { id, token };
  }
}

/** Sends one webhook per asset of one build. Resolves with the seconds until all are accepted. */
async function cook(url, token) {
  let number = 0;
  const result = await autocannon({
    url: `${url}/webhooks/game_engine/asset_cooked`,
    method: 'POST',
    connections: CONNECTIONS,
    amount: ASSETS,
    headers: { 'content-type': 'application/json', 'x-service-token': token },
    requests: [
      {
        setupRequest(request) {
          number += 1;
          const path = `/Game/Harbor/Props/SM_Prop_${number}`;
          const content_hash = createHash('sha256').update(path).digest('hex');
          const event = { build_number: 4711, job_name: 'Cook-Win64', path, content_hash, size_bytes: number };
          return { ...request, body: JSON.stringify(event) };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} not accepted`);
  return result.duration;
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
  const answer = await fetch(`${url}/webhooks/github`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'push', 'x-service-token': token },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`a push got ${answer.status}`);
  return { sha, answeredAt: performance.now() };
}

/** Sends pushes until `stop`, which resolves with the lag of each in milliseconds. */
function watchPushes({ prisma }, url, { id: projectId, token }) {
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
      const identifiers = [...waiting.keys()];
      const where = { projectId, identifier: { in: identifiers } };
      const there = await prisma.change.findMany({ where, select: { identifier: true } });
      for (const { identifier } of there) {
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
      return lags.toSorted((a, b) => a - b);
    },
  };
}

async function allCooked({ prisma }, projectId) {
  const where = { projectId, path: { startsWith: '/Game/Harbor/Props/SM_Prop_' } };
  for (let ticks = 1; ; ticks += 1) {
    const cooked = await prisma.asset.count({ where });
    if (cooked >= ASSETS) return;
    if (ticks % 10 === 0) console.log(`${cooked} of ${ASSETS} took effect`);
    await delay(200);
  }
}

const at = (sorted, share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);

await onStage(async ({ env, demo }) => {
  const database = openDatabase({ url: env.DATABASE_URL, name: 'bench', poolSize: 4, statementTimeoutMs: 60_000 });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const ingest = await startPinned(script('../../../apps/ingest/dist/main.js'), { ...env, PORT: String(port) });
  const worker = await startPinned(script('../../../apps/worker/dist/main.js'), env);
  try {
    const neighbour = await neighbourOf(database, demo.projects.main);
    const pushes = watchPushes(database, url, neighbour);
    const start = performance.now();
    const acceptSeconds = await cook(url, demo.integrations.game_engine.token);
    console.log(`${ASSETS} accepted in ${acceptSeconds.toFixed(1)} s`);
    await allCooked(database, demo.projects.main);
    const seconds = (performance.now() - start) / 1000;
    const lags = await pushes.stop();
    console.log(`${ASSETS} took effect ${seconds.toFixed(1)} s after the first was sent`);
    console.log(
      `${lags.length} pushes of another project meanwhile: lag p50 ${at(lags, 0.5)} ms, p99 ${at(lags, 0.99)} ms, ` +
        `max ${at(lags, 1)} ms`,
    );
  } finally {
    await ingest.stop();
    await worker.stop();
    await database.close();
  }
});
