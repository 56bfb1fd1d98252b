import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from '@jest/globals';
import { ADDRESSES, type StackOptions, startStack } from '@slipway/standalone';
import { TEST_APP_SECRET } from '@slipway/testing';
import { checkout } from '../architecture/tool.js';

const run = promisify(execFile);

/** Prints only what goes wrong. */
const quiet: StackOptions['log'] = {
  step: (_text, work) => work(() => undefined),
  info: () => undefined,
  warn: () => undefined,
  fail: (line) => void process.stderr.write(`${line}\n`),
  bold: (text) => text,
  dim: (text) => text,
};

export interface HostsOptions {
  /** The checkout whose processes run; this one by default. */
  readonly release?: string;
  /** Seeds the demo with that checkout's seed. */
  readonly isSeeded?: boolean;
}

/** The seed was part of prisma before it became a package. */
function seedOf(release: string): string {
  const own = join(release, 'packages', 'seed', 'dist', 'index.js');
  return existsSync(own) ? own : join(release, 'prisma', 'dist', 'seed', 'seed-demo.js');
}

/** Uses the release's own seed, because another one may not fit its tables. */
async function seed(release: string, databaseUrl: string, demoFile: string): Promise<void> {
  const options = { databaseUrl, appSecret: TEST_APP_SECRET, baseUrl: 'http://127.0.0.1', demoFile };
  const script = pathToFileURL(seedOf(release)).href;
  const code = `const { seedDemo } = await import('${script}'); await seedDemo(${JSON.stringify(options)});`;
  await run(process.execPath, ['--input-type=module', '--eval', code]);
}

/**
 * What `npm run stack:multi` runs, with two processes of every tier. Await it at the top level of a test file; everything ends with
 * the file's tests.
 */
export async function startHosts({ release = checkout, isSeeded = false }: HostsOptions = {}) {
  const home = await mkdtemp(join(tmpdir(), 'slipway-hosts-'));
  // If the tests run as root, PostgreSQL runs as another user.
  await chmod(home, 0o755);
  const stops: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const demoFile = join(home, 'demo.json');
  const stack = await startStack({
    root: checkout,
    release,
    home,
    log: quiet,
    onStop: (stop) => void stops.push(stop),
    addresses: {
      ...ADDRESSES,
      console: [...ADDRESSES.console, '127.0.0.52'],
      mcp: [...ADDRESSES.mcp, '127.0.0.62'],
    },
    settings: {
      APP_SECRET: TEST_APP_SECRET,
      LOG_LEVEL: 'fatal',
      GENERAL_RATE_LIMIT: '1000000',
      TASK_WRITE_RATE_LIMIT: '1000000',
    },
    onMigrated: async (databaseUrl) => (isSeeded ? seed(release, databaseUrl, demoFile) : undefined),
  });
  return { stack, demoFile };
}
