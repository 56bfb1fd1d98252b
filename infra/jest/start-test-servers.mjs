import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const serverProcess = fileURLToPath(new URL('server-process.mjs', import.meta.url));

/**
 * Starts PostgreSQL and Redis for one test run and migrates the database. A separate process owns the servers and stops
 * them when this process ends, even if it is killed.
 */
export async function startTestServers() {
  const child = spawn(process.execPath, [serverProcess], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
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
