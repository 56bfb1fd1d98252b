import { spawnSync } from 'node:child_process';
import { root } from '../workspace.mjs';
import { writeBundles } from './dependency-bundles.mjs';
import { startTestServers } from './start-test-servers.mjs';

/** Starts the servers of the run, unless `npm test` has started them already. */
export default async function setUp() {
  await writeBundles();
  if (process.env.SLIPWAY_TEST_DATABASE_URL) return;
  // Starting the servers needs compiled code. Type errors elsewhere are reported by `npm run check`, not here.
  spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'packages/local', 'prisma'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  globalThis.slipwayTestServers = servers;
}
