import { compile } from '../compile.mjs';
import { startTestServers } from './start-test-servers.mjs';

/** Compiles the code and starts the servers of the run, unless `npm test` has already done so. */
export default async function setUp({ watch, watchAll }) {
  const isOfNpmTest =
    process.env.SLIPWAY_TEST_DATABASE_URL !== undefined && globalThis.slipwayTestServers === undefined;
  if (!isOfNpmTest || watch || watchAll) await compile();
  if (isOfNpmTest) return;
  const servers = await startTestServers();
  Object.assign(process.env, servers.env);
  globalThis.slipwayTestServers = servers;
}
