import { spawnSync } from 'node:child_process';
import { root } from '../workspace.mjs';
import { startTestServers } from './start-test-servers.mjs';

/** Compiles the code and starts the servers of the run, unless `npm test` has already done so. */
export default async function setUp({ watch, watchAll }) {
  const isOfNpmTest =
    process.env.SLIPWAY_TEST_DATABASE_URL !== undefined && globalThis.slipwayTestServers === undefined;
  if (!isOfNpmTest || watch || watchAll) compile();
  if (isOfNpmTest) return;
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  globalThis.slipwayTestServers = servers;
}

/** `tsc` emits code even if it has type errors; `npm run check` reports those. */
function compile() {
  const tsc = ['node_modules/typescript/bin/tsc', '-b'];
  spawnSync(process.execPath, tsc, { cwd: root, stdio: ['ignore', 2, 2] });
}
