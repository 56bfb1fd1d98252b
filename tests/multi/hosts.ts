import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { ADDRESSES, type Stack, startStack } from '@slipway/standalone';
import { checkout } from '../architecture/tool.js';

/** Prints nothing but what goes wrong. */
const quiet: Parameters<typeof startStack>[0]['log'] = {
  step: (_text, work) => work(() => undefined),
  info: () => undefined,
  warn: () => undefined,
  fail: (line) => void process.stderr.write(`${line}\n`),
  bold: (text) => text,
  dim: (text) => text,
};

/**
 * What `npm run stack:multi` runs, with two consoles and without the demo. Await it at the top of a test file;
 * everything ends with the tests of the file. The processes come from `root`, by default this checkout.
 */
export async function startHosts(root = checkout): Promise<{ stack: Stack; root: string }> {
  const home = await mkdtemp(join(tmpdir(), 'slipway-hosts-'));
  const stops: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const stack = await startStack({
    root,
    home,
    log: quiet,
    onStop: (stop) => void stops.push(stop),
    addresses: { ...ADDRESSES, console: [...ADDRESSES.console, '127.0.0.52'] },
    settings: {
      APP_SECRET: 'test-secret-test-secret-test-secret',
      LOG_LEVEL: 'fatal',
      GENERAL_RATE_LIMIT: '1000000',
    },
  });
  return { stack, root };
}
