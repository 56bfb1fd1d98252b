import { fileURLToPath } from 'node:url';
import { median } from '../harness/figures.mjs';

/** The script of a peer. */
export function peer(name) {
  return fileURLToPath(new URL(`../peers/${name}.mjs`, import.meta.url));
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Calls `send` for each server in turn, a second each, so that whatever slows the machine slows all of them. They warm up
 * once: a new process is slow until its code is compiled. Returns for each round, by label, the answers per second, those
 * of the slowest turn, and the median latency.
 */
export async function takeTurns(servers, { rounds, turns, warmUpSeconds, send }) {
  for (const server of servers) await send(server, warmUpSeconds);
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const results = new Map(servers.map(({ label }) => [label, []]));
    for (let turn = 0; turn < turns; turn += 1)
      for (const server of turn % 2 === 0 ? servers : servers.toReversed())
        results.get(server.label).push(await send(server, 1));
    measured.push(Object.fromEntries([...results].map(([label, found]) => [label, summaryOf(found)])));
  }
  return measured;
}

function summaryOf(results) {
  const rates = results.map(({ rate }) => rate);
  return { rate: mean(rates), lowestRate: Math.min(...rates), p50: median(results.map(({ p50 }) => p50)) };
}

/** For each tree, what `read` finds in the measurements of each round. */
export function samplesOf(trees, rounds, read) {
  return Object.fromEntries(trees.map(({ label }) => [label, rounds.map((round) => read(round, label))]));
}

/** Waits until `count()` reaches the target, and returns the seconds since `since`. Gives up when nothing moves. */
export async function secondsUntil(target, count, since, everyMs = 50) {
  let [last, movedAt] = [-1, performance.now()];
  for (;;) {
    const current = await count();
    if (current >= target) return (performance.now() - since) / 1000;
    if (current > last) [last, movedAt] = [current, performance.now()];
    if (performance.now() - movedAt > 60_000)
      throw new Error(`${current} of ${target} after a minute without progress`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

const TEXTBOOK_TABLE = `CREATE TABLE IF NOT EXISTS textbook_builds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job text NOT NULL, number text NOT NULL, status text NOT NULL,
  changelist text, branch text, url text, log text, updated_at timestamptz NOT NULL DEFAULT now(), UNIQUE (job, number))`;

/** The textbook's table, empty. */
export async function prepareTextbook({ pool }) {
  await pool.query(TEXTBOOK_TABLE);
  await pool.query('TRUNCATE textbook_builds RESTART IDENTITY');
}

/** Counts rows by their highest id: exact as long as nothing is deleted, and cheap. */
export async function highestId({ pool }, table) {
  const { rows } = await pool.query(`SELECT coalesce(max(id), 0)::int AS id FROM ${table}`);
  return rows[0].id;
}
