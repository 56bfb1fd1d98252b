import { spawnSync } from 'node:child_process';
import { root } from '../workspace.mjs';
import { startTestServers } from './servers.mjs';

/** Gives the run its servers, unless `npm test` has started them already. */
export default async function setUp() {
  if (process.env.SLIPWAY_TEST_DATABASE_URL) return;
  // The servers' own code runs compiled. A type error elsewhere is for `npm run check` to judge, not for a test.
  spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'packages/local', 'prisma'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  globalThis.slipwayTestServers = servers;
}
