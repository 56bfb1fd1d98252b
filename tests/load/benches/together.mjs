/**
 * Accepting while a worker applies, on the same two cores with Redis, PostgreSQL and the sender: how much is accepted, how
 * soon all of it is visible, and what it costs.
 */
import { figure } from '../harness/figures.mjs';
import { CORES, cpuSeconds, serving, start } from '../harness/processes.mjs';
import { sendReports } from '../harness/senders.mjs';
import { highestId, peer, prepareTextbook, samplesOf, secondsUntil } from './common.mjs';

const WARM_UP_SECONDS = 3;

/** Accepted per second, visible per second, and processor seconds per event of all processes. */
async function measure({ stage, seconds }, { server, worker, env, token, visible }) {
  await stage.emptyRedis();
  const { postgres, redis } = stage.serverPids();
  const applying = worker === null ? null : await start(worker, env);
  try {
    return await serving(server, env, CORES.both, async (url, pid) => {
      const before = await visible();
      const warm = await sendReports(url, token, WARM_UP_SECONDS);
      if (applying !== null) await secondsUntil(before + warm.answered, visible, performance.now());
      const pids = applying === null ? [pid] : [pid, applying.pid, postgres, redis];
      const [from, cpu, startedAt] = [await visible(), cpuSeconds(pids), performance.now()];
      const { rate, answered } = await sendReports(url, token, seconds);
      const all = applying === null ? seconds : await secondsUntil(from + answered, visible, startedAt);
      return { rate, endToEnd: answered / all, cpu: (cpuSeconds(pids) - cpu) / answered };
    });
  } finally {
    await applying?.stop();
  }
}

export async function run(bench) {
  const { stage, rounds, say } = bench;
  const [now] = stage.trees;
  const token = now.demo.integrations.jenkins.token;
  const nothing = async () => 0;
  const measured = [];
  for (let round = 1; round <= rounds; round += 1) {
    await prepareTextbook(now);
    const shared = { env: now.env, token };
    const results = {
      limit: await measure(bench, { ...shared, server: peer('limit'), worker: null, visible: nothing }),
      textbook: await measure(bench, {
        ...shared,
        server: peer('textbook'),
        worker: peer('worker'),
        visible: () => highestId(now, 'textbook_builds'),
      }),
    };
    for (const tree of stage.trees) {
      results[tree.label] = await measure(bench, {
        server: tree.app('ingest'),
        worker: tree.app('worker'),
        env: tree.env,
        token: tree.demo.integrations.jenkins.token,
        visible: () => highestId(tree, 'build_runs'),
      });
    }
    const shown = Object.entries(results).map(
      ([name, { rate, endToEnd, cpu }]) =>
        `${name} ${Math.round(rate)}/s accepted, ${Math.round(endToEnd)}/s visible, ${Math.round(cpu * 1e6)} µs`,
    );
    say(`round ${round}: ${shown.join('; ')}`);
    measured.push(results);
  }
  const ratio = (name, options, read) =>
    figure(name, {
      ...options,
      samples: samplesOf(stage.trees, measured, (results, label) => read(results, results[label])),
    });
  const higher = (aim) => ({ better: 'higher', aim });
  return [
    ratio('accept beside a worker, to the limit', higher(0.4), ({ limit }, own) => own.rate / limit.rate),
    ratio('accept beside a worker, to the textbook', higher(7), ({ textbook }, own) => own.rate / textbook.rate),
    ratio(
      'accepted and visible, to the textbook',
      higher(7),
      ({ textbook }, own) => own.endToEnd / textbook.endToEnd,
    ),
    ratio(
      'processor time per event, to the limit',
      { better: 'lower', aim: 5 },
      ({ limit }, own) => own.cpu / limit.cpu,
    ),
  ];
}
