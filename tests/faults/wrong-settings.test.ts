import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { freePort } from '@slipway/local';
import { checkout } from '../architecture/tool.js';

const EXIT_CONFIG = 78;
const servers = {
  DATABASE_URL: 'postgres://127.0.0.1:1/slipway',
  REDIS_URL: 'redis://127.0.0.1:1',
  APP_SECRET: 'a secret of the settings test',
};

/** Runs a program as a shell or systemd does, without Node.js as the parent. */
async function run(program: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(checkout, program)], {
    env: { PATH: '/usr/bin:/bin', METRICS_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code: code as number, stderr };
}

const programs = {
  ingest: 'apps/ingest/dist/main.js',
  worker: 'apps/worker/dist/main.js',
  api: 'apps/api/dist/main.js',
  console: 'apps/console/dist/main.js',
  mcp: 'apps/mcp/dist/serve.js',
  migrate: 'prisma/dist/main.js',
  'rotate-secret': 'apps/worker/dist/rotate-secret/main.js',
};

it.each(Object.entries(programs))('%s exits with 78 and names the wrong setting', async (_name, program) => {
  expect(await run(program, { ...servers, PORT: 'http' })).toEqual({
    code: EXIT_CONFIG,
    stderr: 'PORT: "http" is not a port number (1-65535)\n',
  });
});

it.each(['worker', 'console'] as const)(
  '%s does not start with a retention shorter than the feed',
  async (name) => {
    expect(await run(programs[name], { ...servers, BUILD_RETENTION_DAYS: '30' })).toEqual({
      code: EXIT_CONFIG,
      stderr:
        'BUILD_RETENTION_DAYS: "30" must be a number of days from 90, because the feed and the metrics cover 90 days, to 3650\n',
    });
  },
);

it.each([['1'], ['2']])('ingest with INGEST_PROCESSES=%s exits with 78 if its port is taken', async (count) => {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'slipway-settings-'))];
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  try {
    const { code, stderr } = await run(programs.ingest, {
      ...servers,
      HOST: '127.0.0.1',
      PORT: String(port),
      INGEST_PROCESSES: count,
      DATA_DIR: folder,
    });
    expect(code).toBe(EXIT_CONFIG);
    expect(stderr).toContain(`PORT: ${port} on 127.0.0.1 is in use\n`);
  } finally {
    other.close();
    await rm(folder, { recursive: true, force: true });
  }
});
