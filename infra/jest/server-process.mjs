/**
 * Owns the servers of one test run: starts them, prints one line of JSON with their URLs, and stops them when standard
 * input ends, which also happens when the run is killed.
 */
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres, startRedis } from '../../packages/local/dist/index.js';
import { thisProcess } from '../../packages/local/process-lock.mjs';
import { migrate } from '../../prisma/dist/index.js';
import { root } from '../workspace.mjs';
import { removeHome, removeLeftovers } from './leftovers.mjs';

const memory = '/dev/shm';
const neededBytes = 2 * 2 ** 30;

/** In memory if there is room: on ext4, copying a database takes ten times as long after others have been dropped. */
function runsFolder() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= neededBytes) return join(memory, `slipway-test-${process.getuid()}`);
  } catch {
    // Not every system has this folder.
  }
  return join(root, '.data', 'test');
}

const runs = runsFolder();
const home = join(runs, String(process.pid));
const log = (line) => console.error(line);
const started = [];
let stopping = false;

async function stopAndExit(code) {
  if (stopping) return;
  stopping = true;
  try {
    const services = await Promise.allSettled(started);
    await Promise.all(services.map(({ value }) => value?.stop()));
    removeHome(home);
    process.exit(code);
  } catch (error) {
    log(error.message);
    process.exit(1);
  }
}

process.stdin.on('end', () => stopAndExit(0)).resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopAndExit(0));

try {
  await removeLeftovers(runs);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'owner.json'), JSON.stringify(thisProcess()));
  started.push(
    startPostgres({ home, tools: join(root, '.data'), durable: false, log }),
    startRedis({ home, env: process.env, durable: false, databases: 64, log }),
  );
  const [postgres, redis] = await Promise.all(started);
  await migrate(postgres.url);
  console.log(JSON.stringify({ databaseUrl: postgres.url, redisUrl: redis.url }));
} catch (error) {
  if (!stopping) log(error.message);
  await stopAndExit(1);
}
