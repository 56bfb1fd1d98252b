import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = fileURLToPath(new URL('keeper.mjs', import.meta.url));

/**
 * Starts the PostgreSQL and the Redis of one test run, the database migrated. A process of its own keeps them and
 * ends them as soon as this one is gone, however it went.
 */
export async function startTestServers() {
  const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const exited = once(child, 'exit');
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => [])]);
  if (line === undefined) throw new Error('the test servers did not start');
  const { databaseUrl, redisUrl } = JSON.parse(line);
  return {
    env: { SLIPWAY_TEST_DATABASE_URL: databaseUrl, SLIPWAY_TEST_REDIS_URL: redisUrl },
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}
