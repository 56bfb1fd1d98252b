import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, startMark } from '../../packages/local/process-lock.mjs';

const stopTimeoutMs = 10_000;

/** Stops servers and removes data left by runs whose server process was killed. */
export async function removeLeftovers(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const home = join(folder, name);
    const owner = readRecord(join(home, 'owner.json'));
    // A run that has just created its folder may not have written the file yet.
    if (owner ? isAlive(owner) : startMark(Number(name)) && Number(name) !== process.pid) continue;
    await Promise.all([
      stopServer(join(home, 'run', 'postgres.json'), 'SIGQUIT'),
      stopServer(join(home, 'run', 'redis.json'), 'SIGTERM'),
    ]);
    removeHome(home);
  }
}

/** Removes the data of a run, including the part that PostgreSQL stores outside the checkout. */
export function removeHome(home) {
  const pointer = join(home, 'postgres.path');
  const outside = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : '';
  if (outside.startsWith('/var/lib/slipway/')) rmSync(outside, { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

/** Signals the server of the run; its identity rules out a different process with the same pid. */
async function stopServer(recordFile, signal) {
  const server = readRecord(recordFile)?.server;
  if (!server || !isAlive(server)) return;
  process.kill(server.pid, signal);
  const deadline = Date.now() + stopTimeoutMs;
  while (isAlive(server) && Date.now() < deadline) await delay(20);
}

function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
