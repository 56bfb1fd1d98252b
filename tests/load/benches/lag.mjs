/**
 * From the answer to a webhook until its effect is visible: 150 webhooks a second of six kinds in one project, while the
 * feed is read 20 times a second.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { percentile, sendSteadily } from '../harness/senders.mjs';
import { samplesOf } from './common.mjs';
import { KINDS, webhookOf } from './kinds.mjs';

const PER_SECOND = Number(process.env.BENCH_RATE ?? 150);
const READS_PER_SECOND = 20;
/** Processes that have just started compile their code. */
const WARM_UP_SECONDS = 20;
const SECONDS = 12;
const LOOK_EVERY_MS = 5;

function requestsOf({ integrations }, offset) {
  const kinds = Object.values(KINDS);
  return (number) => {
    const kind = kinds[number % kinds.length];
    return webhookOf(kind, integrations[kind.integration].token, offset + number);
  };
}

/** Notes when each answered delivery is in the ledger, which is written in the transaction of its effects. */
function watchEffects(pool) {
  const waiting = new Map();
  const lags = [];
  let stopped = false;
  const since = new Date();
  async function look() {
    while (!stopped || waiting.size > 0) {
      if (waiting.size > 0) {
        const values = [[...waiting.keys()], since];
        const text = 'SELECT id FROM deliveries WHERE id = ANY ($1::uuid[]) AND received_at >= $2';
        const { rows } = await pool.query({ name: 'lag', text, values });
        for (const { id } of rows) {
          lags.push(Math.max(0, performance.now() - waiting.get(id)));
          waiting.delete(id);
        }
      }
      await delay(LOOK_EVERY_MS);
    }
  }
  const done = look();
  return {
    note({ status, body, number }) {
      if (status >= 300) throw new Error(`a webhook was answered with ${status}: ${body}`);
      if (number > WARM_UP_SECONDS * PER_SECOND) waiting.set(JSON.parse(body).delivery_id, performance.now());
    },
    async stop() {
      stopped = true;
      await done;
      return lags;
    },
  };
}

function readFeed(url, { accounts, tokens }) {
  const path = `/api/v1/workspace/events?account_id=${accounts.studio.id}&limit=50`;
  const timer = setInterval(() => {
    void fetch(url + path, { headers: { authorization: `Bearer ${tokens.full}` } }).then((response) =>
      response.arrayBuffer(),
    );
  }, 1000 / READS_PER_SECOND);
  return () => clearInterval(timer);
}

async function measure(stage, { app, env, demo, pool }, round) {
  await stage.emptyRedis();
  const worker = await start(app('worker'), env);
  try {
    return await serving(app('ingest'), env, CORES.both, (url) =>
      serving(app('api'), env, CORES.both, async (apiUrl) => {
        const effects = watchEffects(pool);
        const stopReading = readFeed(apiUrl, demo);
        const next = requestsOf(demo, round * 1_000_000);
        const stop = sendSteadily(url, { perSecond: PER_SECOND, next, onAnswer: effects.note });
        await delay((WARM_UP_SECONDS + SECONDS) * 1000);
        await stop();
        stopReading();
        const lags = await effects.stop();
        return { p50: percentile(lags, 0.5), p99: percentile(lags, 0.99) };
      }),
    );
  } finally {
    await worker.stop();
  }
}

export async function run({ stage, rounds, say }) {
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    const results = {};
    for (const tree of stage.trees) results[tree.label] = await measure(stage, tree, round);
    measured.push(results);
    const shown = Object.entries(results).map(
      ([label, { p50, p99 }]) => `${label} p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms`,
    );
    say(`round ${round}: ${shown.join('; ')}`);
  }
  const lag = (share, aim) =>
    figure(`from answer to effect, ${PER_SECOND} webhooks/s of six kinds, ${share}`, {
      better: 'lower',
      aim,
      unit: 'ms',
      samples: samplesOf(stage.trees, measured, (results, label) => results[label][share]),
    });
  return [lag('p50', 50), lag('p99', 500)];
}
