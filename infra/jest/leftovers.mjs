import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, startMark } from '../../packages/local/process-lock.mjs';

const endTimeoutMs = 10_000;

/** Ends the servers and removes the data of runs whose keeper was killed before it could. */
export async function removeLeftovers(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const home = join(folder, name);
    const keeper = readRecord(join(home, 'keeper.json'));
    // A run that has only just made its folder has not yet said who it is.
    if (keeper ? isAlive(keeper) : startMark(Number(name)) && Number(name) !== process.pid) continue;
    await Promise.all([
      endServer(join(home, 'run', 'postgres.json'), 'SIGQUIT'),
      endServer(join(home, 'run', 'redis.json'), 'SIGTERM'),
    ]);
    removeHome(home);
  }
}

/** Removes a run's data, also where PostgreSQL had to keep it outside the checkout. */
export function removeHome(home) {
  const pointer = join(home, 'postgres.path');
  const outside = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
  if (outside.startsWith('/var/lib/slipway/')) rmSync(outside, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Signals the very process the run started: the identity tells it from a later one with the same pid. */
async function endServer(recordFile, signal) {
  const server = readRecord(recordFile)?.server;
  if (!server || !isAlive(server)) return;
  process.kill(server.pid, signal);
  const deadline = Date.now() + endTimeoutMs;
  while (isAlive(server) && Date.now() < deadline) await delay(20);
}

function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
