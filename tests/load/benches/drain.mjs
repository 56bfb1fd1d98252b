/**
 * How fast one worker applies a backlog, compared with a textbook worker and with the floor: the rows that it wrote,
 * written again by one loop over plain pg.
 */
import { figure } from '../harness/figures.mjs';
import { CORES, serving, start } from '../harness/processes.mjs';
import { sendReports } from '../harness/senders.mjs';
import { Queue, Redis } from '../harness/stage.mjs';
import { highestId, peer, prepareTextbook, samplesOf, secondsUntil } from './common.mjs';
import { measureFloor } from './floor.mjs';

const QUEUED = Number(process.env.BENCH_QUEUED ?? 60_000);
const TEXTBOOK_JOBS = 15_000;
const FILL_SECONDS = 2;

/** Queues reports, and returns how many. */
export async function fill({ app, env, demo }) {
  let accepted = 0;
  await serving(app('ingest'), env, CORES.both, async (url) => {
    while (accepted < QUEUED) {
      const { answered } = await sendReports(url, demo.integrations.jenkins.token, FILL_SECONDS);
      accepted += answered;
    }
  });
  return accepted;
}

/** Deliveries applied per second from the moment that the worker is ready. */
export async function drain(stage, tree) {
  await stage.emptyRedis();
  const visible = () => highestId(tree, 'build_runs');
  const from = await visible();
  const queued = await fill(tree);
  const worker = await start(tree.app('worker'), tree.env);
  const since = performance.now();
  try {
    const seconds = await secondsUntil(from + queued, visible, since);
    return { rate: queued / seconds, from };
  } finally {
    await worker.stop();
  }
}

async function drainTextbook(stage, tree) {
  await stage.emptyRedis();
  await prepareTextbook(tree);
  const connection = new Redis(stage.redisUrl, { maxRetriesPerRequest: null });
  const queue = new Queue('textbook', { connection });
  const log = '[512/1024] Compile Module.Harbor.cpp\n'.repeat(20);
  const report = (number) => ({
    job_name: 'Harbor-Win64',
    build_number: String(number),
    status: 'SUCCESS',
    changelist: '48213',
    build_url: `https://ci.example.com/job/Harbor-Win64/${number}/`,
    branch: 'main',
    logs_tail: log,
  });
  for (let from = 0; from < TEXTBOOK_JOBS; from += 1_000) {
    const jobs = Array.from({ length: 1_000 }, (_, place) => report(from + place));
    await queue.addBulk(jobs.map((data) => ({ name: 'report', data, opts: { removeOnComplete: true } })));
  }
  const worker = await start(peer('worker'), tree.env);
  const since = performance.now();
  try {
    return TEXTBOOK_JOBS / (await secondsUntil(TEXTBOOK_JOBS, () => highestId(tree, 'textbook_builds'), since));
  } finally {
    await worker.stop();
    await queue.close();
    connection.disconnect();
  }
}

export async function run({ stage, rounds, say }) {
  const [now] = stage.trees;
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    const results = { textbook: await drainTextbook(stage, now) };
    for (const tree of stage.trees) results[tree.label] = await drain(stage, tree);
    results.floor = await measureFloor(now, results.now.from);
    measured.push(results);
    const shown = stage.trees.map(({ label }) => `${label} ${Math.round(results[label].rate)}/s`);
    say(
      `round ${round}: textbook ${Math.round(results.textbook)}/s, floor ${Math.round(results.floor)}/s, ${shown.join(', ')}`,
    );
  }
  const samples = (read) => samplesOf(stage.trees, measured, read);
  return [
    figure('drain alone, to the textbook worker', {
      better: 'higher',
      aim: 4,
      samples: samples((results, label) => results[label].rate / results.textbook),
    }),
    figure('drain alone, to the floor', {
      better: 'higher',
      aim: 0.5,
      samples: samples((results, label) => results[label].rate / results.floor),
    }),
  ];
}
